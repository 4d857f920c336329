"""A user creates collections, raindrops and files, finds and changes them, and deletes them, with raindrop-io-py."""

from pathlib import Path

from raindropiopy import API, Collection, CollectionRef, Raindrop, SystemCollection, Tag, User

from report import KEY, PICTURE, RAINDROP, Redirecting, attempt, expect, report_missing

api = API(KEY)
api.session.mount(RAINDROP, Redirecting())

books = attempt("Collection.create", lambda: Collection.create(api, "Books"))
attempt("Collection.create, nested", lambda: expect(Collection.create(api, "Novels", parent=books.id).parent == books.id, "parent"))
attempt("Collection.get", lambda: expect(Collection.get(api, books.id).title == "Books", "title"))
attempt("Collection.get_root_collections", lambda: expect(len(Collection.get_root_collections(api)) == 1, "not one"))
attempt("Collection.get_child_collections", lambda: expect(Collection.get_child_collections(api)[0].parent == books.id, "parent"))
attempt("Collection.get_collections", lambda: expect(len(Collection.get_collections(api)) == 2, "not two"))
attempt("Collection.get_or_create", lambda: expect(Collection.get_or_create(api, "books").id == books.id, "another"))
attempt("Collection.update", lambda: expect(Collection.update(api, books.id, title="Shelf").title == "Shelf", "title"))
raindrop = attempt(
    "Raindrop.create_link",
    lambda: Raindrop.create_link(api, "https://example.com/", title="Example", tags=["a"], collection=books.id),
)
attempt("Raindrop.get", lambda: Raindrop.get(api, raindrop.id))
attempt("Raindrop.update", lambda: expect(Raindrop.update(api, raindrop.id, title="Other").title == "Other", "title"))
attempt("Raindrop.update, to a collection", lambda: expect(
    Raindrop.update(api, raindrop.id, collection=CollectionRef.Unsorted).collection.id == -1, "collection"
))
attempt("Raindrop.search", lambda: expect(len(Raindrop.search(api, search="other")) == 1, "not one"))
attempt("Raindrop.search, no words", lambda: expect(len(Raindrop.search(api)) == 1, "not one"))
attempt("Raindrop.create_file", lambda: expect(
    Raindrop.create_file(api, Path(PICTURE), "image/png", title="A picture").title == "A picture", "title"
))
attempt("Raindrop.cache", lambda: Raindrop.cache(api, raindrop.id))
attempt("Tag.get", lambda: expect(Tag.get(api)[0].tag == "a", "tag"))
attempt("Tag.delete", lambda: Tag.delete(api, ["a"]))
attempt("SystemCollection.get_counts", lambda: expect(SystemCollection.get_counts(api)[0].title == "All", "title"))
attempt("SystemCollection.get_meta", lambda: SystemCollection.get_meta(api)["changedBookmarksDate"])
attempt("User.get", lambda: expect(User.get(api).full_name != "", "name"))
attempt("Raindrop.delete", lambda: Raindrop.delete(api, raindrop.id))
attempt("Collection.delete", lambda: Collection.delete(api, books.id))
report_missing(Collection, Raindrop, SystemCollection, Tag, User)
