//! A user works with collections, raindrops and tags, through all methods of the crate raindrop.
//! Prints the result of each method as a line of JSON, like report.py.

use std::env;
use std::fmt::Display;
use std::future::Future;

use raindrop::client::Client;
use raindrop::collections::CreateCollectionRequestBuilder;
use raindrop::common::CollectionRef;
use raindrop::raindrop::{
    CreateManyRaindropsRequestBuilder, CreateRaindropRequest, CreateRaindropRequestBuilder, GetManyRaindropsQueryBuilder,
};
use serde_json::json;

const LINK: &str = "https://example.com/";

/// Reports whether a method worked: whether it returned a value, and the value is as expected.
async fn attempt<T, E: Display>(
    method: &str,
    call: impl Future<Output = Result<T, E>>,
    is_expected: impl Fn(&T) -> bool,
) -> Option<T> {
    match call.await {
        Ok(value) if is_expected(&value) => {
            println!("{}", json!({ "method": method }));
            Some(value)
        }
        Ok(_) => {
            println!("{}", json!({ "method": method, "error": "the response is not as expected" }));
            None
        }
        Err(error) => {
            let text: String = error.to_string().chars().take(200).collect();
            println!("{}", json!({ "method": method, "error": text }));
            None
        }
    }
}

fn bookmark(link: &str, title: &str, collection: i64) -> CreateRaindropRequest {
    let place = CollectionRef { id: collection, r#ref: None, oid: None };
    CreateRaindropRequestBuilder::default()
        .link(link)
        .title(title)
        .tags(vec!["a".to_owned(), "b".to_owned()])
        .collection(place)
        .build()
        .expect("all fields have defaults")
}

#[tokio::main]
async fn main() {
    let server = env::var("TRIPTYCH_URL").expect("TRIPTYCH_URL");
    let mut client = Client::default().with_api_base(format!("{server}/rest/v1"));
    client.with_access_token(env::var("TRIPTYCH_KEY").expect("TRIPTYCH_KEY"));

    let collections = client.collections();
    let books = CreateCollectionRequestBuilder::default().title("Books").build().expect("all fields have defaults");
    let books = attempt("Collections.create", collections.create(books), |one| one.item.title == "Books").await;
    let id = books.map_or(0, |created| created.item.id);
    let novels = CreateCollectionRequestBuilder::default().title("Novels").parent_id(id).build();
    let novels = novels.expect("all fields have defaults");
    attempt("Collections.create, nested", collections.create(novels), |one| one.item.view == "list").await;
    attempt("Collections.get", collections.get(id), |one| one.item.author && one.item.access.level == 4).await;
    attempt("Collections.root", collections.root(), |found| found.items.len() == 1).await;

    let raindrops = client.raindrops();
    let first = attempt("Raindrops.create", raindrops.create(bookmark(LINK, "One", id)), |one| {
        one.item.collection_id == id && one.item.tags == ["a", "b"]
    });
    let item = first.await.map_or(0, |created| created.item.id);
    attempt("Raindrops.get", raindrops.get(&item.to_string()), |one| one.item.title == "One").await;
    let change = bookmark(LINK, "Other", id);
    attempt("Raindrops.update", raindrops.update(item, change), |one| one.item.title == "Other").await;
    let two = vec![bookmark("https://example.com/2", "Two", id), bookmark("https://example.com/3", "Three", -1)];
    let two = CreateManyRaindropsRequestBuilder::default().items(two).build().expect("all fields have defaults");
    attempt("Raindrops.create_many", raindrops.create_many(two), |created| created.items.len() == 2).await;
    let query = GetManyRaindropsQueryBuilder::default().search("Two").build().expect("all fields have defaults");
    attempt("Raindrops.get_many", raindrops.get_many(id, query), |found| found.count == 1).await;
    let query = GetManyRaindropsQueryBuilder::default().build().expect("all fields have defaults");
    attempt("Raindrops.get_many, without a search", raindrops.get_many(0, query), |found| found.items.len() == 3).await;

    let import = client.import();
    attempt("Import.parse_url", import.parse_url(LINK), |parsed| parsed.result && parsed.error.is_none()).await;
    attempt("Import.check_url", import.check_url(&[LINK]), |found| found.ids == [item]).await;
    let unknown = ["https://unknown.example/"];
    attempt("Import.check_url, of none", import.check_url(&unknown), |found| found.duplicates.is_empty()).await;

    let tags = client.tags();
    attempt("Tags.get", tags.get("0"), |found| found.items.len() == 2 && found.items[0].count == 3).await;
    attempt("Tags.rename", tags.rename("0", "a", "c"), |renamed| renamed.result).await;
    attempt("Tags.merge", tags.merge("0", &["b", "c"], "d"), |merged| merged.result).await;
    attempt("Tags.remove", tags.remove(&id.to_string(), &["d"]), |removed| removed.result).await;
    attempt("Tags.get, after the changes", tags.get("0"), |found| found.items.len() == 1 && found.items[0].id == "d").await;
}
