"""An administrator creates a user, finds it in the list, changes and deletes it."""

from uuid import uuid4

from users_client import AuthenticatedClient
from users_client.api.users import create_user, delete_user, get_user, list_users, patch_user
from users_client.models import (
    Created,
    Deleted,
    Failure,
    FieldFailure,
    Locale,
    UserInput,
    SingleUser,
    Updated,
    UserChange,
    UserLevel,
    UserPage,
)

from scenario import KEY, SERVER, expect

AGENT = "Python scenario (grace@example.com)"
PASSWORD = "correct horse battery staple"

administrator = AuthenticatedClient(
    f"{SERVER}/api/v1", KEY, prefix="", auth_header_name="X-Auth-Token", raise_on_unexpected_status=True
)

email = f"ada-{uuid4()}@example.com"
ada = UserInput(
    email, PASSWORD, PASSWORD, "Ada Lovelace", Locale.EN, active=True, user_level=UserLevel.VALUE_2
)
created = create_user.sync_detailed(client=administrator, user_agent=AGENT, body=ada)
assert expect(Created, created.parsed).status.code == 201
id = int(created.headers["location"].rpartition("/")[2].removesuffix(".json"))

duplicate = create_user.sync_detailed(client=administrator, user_agent=AGENT, body=ada)
assert duplicate.status_code == 422
assert expect(FieldFailure, duplicate.parsed).status.errors.email_address == ["belongs to another account"]

page = expect(UserPage, list_users.sync(client=administrator, user_agent=AGENT, limit=1, page=2)).users
assert (page.current_page, page.per_page, len(page.data)) == (2, 1, 1)
all_users = expect(UserPage, list_users.sync(client=administrator, user_agent=AGENT, limit=100)).users
found = next(user for user in all_users.data if user.id == id)
assert (found.email_address, found.deleted_at, found.logins) == (email, None, [])

change = UserChange(name="Ada King", locale=Locale.SV)
expect(Updated, patch_user.sync(id, client=administrator, user_agent=AGENT, body=change))
user = expect(SingleUser, get_user.sync(id, client=administrator, user_agent=AGENT))
assert (user.name, user.locale) == ("Ada King", Locale.SV)

expect(Deleted, delete_user.sync(id, client=administrator, user_agent=AGENT))
deleted = get_user.sync_detailed(id, client=administrator, user_agent=AGENT)
assert deleted.status_code == 404
assert expect(Failure, deleted.parsed).status.message == "There is no account with this id."
