from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_names_by_their_spelling'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='user',
            name='accounts_username_ignores_case',
        ),
        migrations.AlterField(
            model_name='user',
            name='name_key',
            field=models.CharField(default='', editable=False, max_length=600, unique=True),
        ),
    ]
