from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0004_one_match_of_a_number'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='stand_in',
            field=models.CharField(blank=True, default='', max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='seat',
            name='stepped_out',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='matchplayer',
            name='score',
            field=models.BigIntegerField(blank=True, null=True),
        ),
    ]
