"""Hooks that tell Schemathesis what the contracts cannot express: credentials, images, and which rejections are correct."""

import hashlib
import itertools
import json
import os
import re
import subprocess
from pathlib import Path

import schemathesis
import urllib3
from hypothesis import strategies as st
from schemathesis.openapi.checks import (
    ObjectLevelAuthorizationViolation,
    RejectedPositiveData,
    UnsupportedMethodResponse,
    UseAfterFree,
)
from schemathesis.transport.prepare import get_default_headers
from urllib3.util import SKIP_HEADER

# The check positive_data_acceptance expects success for every request that matches the schemas. These rejections depend on stored data, or on
# two fields together, which no schema can express. Each has a pattern of operation ids, a status and a part of the body. Any other rejection is
# a failure.
CORRECT_REJECTIONS = [
    # If-Match does not name the current version.
    (r"update|put|patch|delete|remove|replace|merge|clean|empty|upload|unshare", 412, "The object has changed since you read it."),
    # The e-mail address of an account is unique.
    (r"createUser|putUser|patchUser", 422, '"errors":{"email_address":["belongs to another account"]}'),
    # An Idempotency-Key belongs to one request. Schemathesis sends a key again with other bodies.
    (r"register|create", 422, "This Idempotency-Key was used for another request."),
    # password_confirmation must equal password.
    (r"createUser|putUser|patchUser", 422, '"errors":{"password_confirmation":["must equal password"]}'),
    # The parent must be a collection of the caller, and not a descendant of the collection itself.
    (r"createCollection|updateCollection", 400, '"error":"parent"'),
    # The collection must be one of the caller's.
    (r"createItem|updateItem", 400, '"error":"collection"'),
    # A link must be a valid URL (https://url.spec.whatwg.org).
    (r"createItem|updateItem|suggestForLink", 400, '"error":"link","errorMessage":"The link is not a valid URL."'),
    # An item was created and changed after 1969, and not in the future.
    (r"createItem|updateItem", 400, '"errorMessage":"The times of an item must be from 1970 to a day from now."'),
    # One of two fields is required, tags or tag.
    (r"replaceTags|replaceCollectionTags", 400, '"error":"tags","errorMessage":"The tags to replace are missing."'),
    # Another e-mail address and a new password need the current password. Raindrop.io accepts no empty address and name.
    (r"updateAccount", 400, '"error":3,"errorMessage":"oldpassword incorrect"'),
    (r"updateAccount", 400, '"error":1,'),
    (r"updateAccount", 400, '"error":2,'),
    # A file of bookmarks must have one.
    (r"parseFile", 400, '"error":"file_invalid","errorMessage":"The file has no bookmarks.'),
    # A change of all items, /raindrops/0, must say that it means all.
    (r"updateItems", 400, '"errorMessage":"to update all raindrops please specify *dangerAll*"'),
    # One change adds tags to items, or removes some.
    (r"updateItems", 400, '"error":"deleteTags","errorMessage":"One request can\'t both add and remove tags."'),
    # The integers of a list in a query are written as digits. Schemathesis also writes 25.0.
    (r"listItems|exportItems", 400, '"error":"ids","errorMessage":"The request is not valid: /ids/'),
    # A search has a maximum number of words and operators.
    (r"listItems|updateItems|deleteItems", 400, '"error":"search","errorMessage":"A search can have at most 100 words and operators."'),
    # Many long links together exceed the limit of a body.
    (r"findLinks", 413, "The body is larger than 1 MiB."),
    # Any form with a file is valid for the schema; its kind and its collection are not.
    (r"uploadFile", 400, '"error":"file_invalid"'),
    (r"uploadFile", 400, '"error":"collection"'),
    # The file of a copy must not be empty, and its address must be a valid URL.
    (r"uploadCopy", 400, '"error":"file_invalid"'),
    (r"uploadCopy", 400, '"errorMessage":"The link is not a valid URL."'),
    # A form has at most 10 fields besides the file; a schema does not count repeated ones.
    (r"uploadCover|uploadItemCover", 400, '"error":"file_invalid","errorMessage":"The form holds more than 10 fields besides the file."'),
    # An invitation has 1 to 10 addresses; other numbers get the texts that clients of Raindrop.io know.
    (r"shareCollection", 400, '"error":"emails","errorMessage":"no emails"'),
    (r"shareCollection", 400, '"error":"emails","errorMessage":"you cant send more than 10 invites at once"'),
    # The target of a merge must be a collection of the caller.
    (r"mergeCollections", 400, '"error":"to"'),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns whether to report the failure of a check."""
    operation = case.operation.definition.raw["operationId"]
    if isinstance(failure, RejectedPositiveData):
        return not any(
            re.match(operations, operation) and response.status_code == status and text in response.text
            for operations, status, text in CORRECT_REJECTIONS
        )
    if isinstance(failure, UnsupportedMethodResponse) and operation in ["suggestForLink", "uploadFile"]:
        # Other methods of /raindrop/suggest and /raindrop/file are operations on an item whose id is not a number. They take no form (415).
        return response.status_code != 415 and "/id must be integer" not in response.text
    if isinstance(failure, UseAfterFree):
        # A deleted item is in the Trash and can still be read. deleteItems deletes only the items of a collection, so listItems still succeeds.
        if operation == "getItem":
            return response.status_code == 200 and not response.json()["item"]["removed"]
        return operation != "listItems"
    if isinstance(failure, ObjectLevelAuthorizationViolation) and operation == "listItems":
        # Every account has its own system collections with these ids, and they are often empty.
        return int(case.path_parameters["collectionId"]) not in [0, -1, -99]
    if isinstance(failure, ObjectLevelAuthorizationViolation) and operation == "getUser":
        # Anyone with a token may read the name of an account. Only its owner gets the e-mail address.
        return response.json()["user"]["email"] != ""
    return True


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """
    Marks as optional the links that use the first element of a list, which can be empty, or a parent, which not every collection has. Adds
    links from createUser, whose response has the id only in the middle of Location, where no runtime expression of OpenAPI can extract it.
    """
    creation = raw_schema["paths"].get("/users.json", {}).get("post")
    if creation is not None:
        parameters = {"path.id": r"$response.header.Location#regex:/users/(\d+)"}
        names = ["getUser", "putUser", "patchUser", "deleteUser"]
        creation["responses"]["201"]["links"] = {name: {"operationId": name, "parameters": parameters} for name in names}
    for link in links_in(raw_schema):
        if re.search(r"#\S*/(\d+|parent)\b", json.dumps(link)):
            link["x-schemathesis"] = {"is_inferred": True}


def links_in(part):
    """Yields all links in a part of a contract."""
    if isinstance(part, list):
        for child in part:
            yield from links_in(child)
    if isinstance(part, dict):
        for name, child in part.items():
            if name == "links":
                yield from child.values()
            else:
                yield from links_in(child)


@schemathesis.hook.apply_to(operation_id=["registerUser", "createUser"])
def map_body(context, body):
    """Makes most valid e-mail addresses unique, so that accounts are created. One in 16 stays as generated, and may be taken."""
    for name in ["email", "email_address"]:
        if isinstance(body, dict) and re.fullmatch(r"[A-Za-z0-9]{1,60}@[A-Za-z0-9]{1,60}\.[A-Za-z]{2,20}", str(body.get(name))):
            number = hashlib.sha256(json.dumps(body, default=repr).encode()).hexdigest()[:12]
            return body if number.endswith("0") else {**body, name: f"{number}@example.org"}
    return body


PARENT_FIELDS = ["parent", "parentId", "parent.$id"]


@schemathesis.hook("map_body").apply_to(operation_id=["createCollection", "updateCollection"])
def map_parent(context, body):
    """
    Leaves one reference to a parent, because several that differ are rejected, and replaces its id by 0 to 60, so that most exist: the
    fixtures have collections 1 to 61. The dictionaries of schemathesis.toml do not support a field named $id. Bodies with a reference
    that is invalid stay as they are.
    """
    if not isinstance(body, dict) or not all(is_reference(body[name]) for name in PARENT_FIELDS if name in body):
        return body
    others = {name: value for name, value in body.items() if name not in PARENT_FIELDS}
    present = [name for name in PARENT_FIELDS if name in body]
    return {**others, **{name: existing(body[name]) for name in present[:1]}}


def is_reference(value):
    if isinstance(value, dict):
        return not isinstance(value.get("$id"), dict) and is_reference(value.get("$id"))
    if isinstance(value, str):
        return re.fullmatch(r"(root|-?[0-9]{1,15})?", value) is not None
    return value is None or (type(value) is int and abs(value) <= 9007199254740991)


def existing(value):
    if isinstance(value, dict):
        return {**value, "$id": existing(value["$id"])} if "$id" in value else value
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+", value):
        return str(int(value) % 61)
    return value % 61 if type(value) is int else value


@schemathesis.hook("map_case").apply_to(operation_id="updateCollection")
def map_shared(context, case):
    """Does not move the last collection of the fixtures, which other operations need: it could be deleted with its new parent."""
    if case.path_parameters.get("id") == 61 and isinstance(case.body, dict):
        case.body = {name: value for name, value in case.body.items() if name not in PARENT_FIELDS}
    return case


@schemathesis.hook("map_path_parameters").apply_to(operation_id="getPicture")
def map_picture(context, parameters):
    """Requests the picture of the fixtures if the generated name begins with a capital letter. Its name is known only after it is created."""
    return {"picture": os.environ["FUZZ_PICTURE"]} if re.fullmatch(r"[A-Z][A-Za-z0-9_-]{21}", str(parameters.get("picture"))) else parameters


@schemathesis.hook("map_path_parameters").apply_to(operation_id="downloadBackup")
def map_backup(context, parameters):
    """Requests the backup of the fixtures if the generated id begins with an even digit. Its id is known only after it is created."""
    id = str(parameters.get("backup"))
    return {**parameters, "backup": os.environ["FUZZ_BACKUP"]} if re.fullmatch(r"[02468ace][0-9a-f]{23}", id) else parameters


@schemathesis.hook("map_case").apply_to(operation_id="joinCollection")
def map_invitation(context, case):
    """Uses the invitation of the fixtures for tokens that begin with a vowel. It is known only after it is created."""
    is_valid = case.meta is not None and case.meta.generation.mode == schemathesis.GenerationMode.POSITIVE
    if is_valid and re.match(r"[AEIOUaeiou0]", case.body["token"]):
        collection, case.body["token"] = os.environ["FUZZ_INVITATION"].split(" ")
        case.path_parameters["id"] = int(collection)
    return case


for kind in ["png", "gif", "jpeg"]:
    picture = Path(__file__).with_name("pictures") / f"cover.{kind}"
    schemathesis.openapi.media_type(f"image/{kind}", st.just(picture.read_bytes()))


def bookmark_files(template):
    """Generates files of bookmarks: a line of the template for each link, between any two lines."""
    links = st.from_regex(r"https?://[a-z]{1,20}\.example/[a-z0-9/]{0,30}", fullmatch=True)
    lines = st.lists(links.map(template.format), min_size=1, max_size=20)
    return st.tuples(lines, st.text(max_size=50)).map(lambda file: "\n".join([*file[0], file[1]]).encode(errors="replace"))


# Most generated text has no bookmarks. These files have some, except for one in a few, which is any text.
for kind, template in [("html", '<DT><A HREF="{0}" ADD_DATE="1700000000">{0}</A>'), ("csv", "url,title\n{0},Title"), ("plain", "{0}")]:
    schemathesis.openapi.media_type(f"text/{kind}", bookmark_files(template) | st.text().map(str.encode))


# Keeps requests and urllib3 from adding their own User-Agent: requests generated without one must be sent without one, and be rejected.
get_default_headers()["User-Agent"] = SKIP_HEADER
urllib3.connection._get_default_user_agent = lambda: SKIP_HEADER


@schemathesis.auth(refresh_interval=None).apply_to(path_regex=r"^/users")
class AdministratorKey:
    """An API key of an administrator. A new administrator is created when requests have deleted, demoted or deactivated the current one."""

    key = None
    numbers = itertools.count(1)

    def get(self, case, context):
        if AdministratorKey.key is None:
            email = f"administrator{os.getpid()}.{next(self.numbers)}@example.org"
            triptych("user", "create", "--email", email, "--name", "Administrator", "--level", "4", "--password-stdin")
            AdministratorKey.key = triptych("key", "create", "--email", email, "--name", "fuzz")
        return AdministratorKey.key

    def set(self, case, data, context):
        case.headers["X-Auth-Token"] = data


@schemathesis.hook
def after_call(context, case, response):
    """Drops a rejected key, so that the next request gets a new administrator."""
    if response.status_code in [401, 403] and response.request.headers.get("X-Auth-Token") == AdministratorKey.key:
        AdministratorKey.key = None


def triptych(*args):
    """Runs a subcommand of the command line and returns its stdout."""
    command = ["node", "src/entry.js", *args]
    password = "correct horse battery staple"
    return subprocess.run(command, input=password, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
