<?php

/** A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection. */

require "GuzzleHttp/autoload.php";

spl_autoload_register(function (string $name): void {
    $file = getcwd() . "/lib/" . str_replace("\\", "/", preg_replace("/^OpenAPI\\\\Client\\\\/", "", $name)) . ".php";
    if (is_file($file)) {
        require $file;
    }
});

use OpenAPI\Client\Api\CollectionsApi;
use OpenAPI\Client\Api\ItemsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CollectionInput;
use OpenAPI\Client\Model\Failure;
use OpenAPI\Client\Model\Item;
use OpenAPI\Client\Model\ItemInput;

/** An image of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function expect(bool $isMet, string $expectation): void
{
    if (!$isMet) {
        throw new Exception("expected that $expectation");
    }
}

function failureOf(callable $call): Failure
{
    try {
        $call();
    } catch (ApiException $failure) {
        return $failure->getResponseObject();
    }
    throw new Exception("a failure is expected");
}

$configuration = new Configuration();
$configuration->setHost(getenv("TRIPTYCH_URL") . "/rest/v1")->setAccessToken(getenv("TRIPTYCH_KEY"));
// The client sends the defaults of all parameters, and false as 0, unless its default configuration says otherwise.
Configuration::getDefaultConfiguration()->setBooleanFormatForQueryString(Configuration::BOOLEAN_FORMAT_STRING);
$collections = new CollectionsApi(null, $configuration);
$items = new ItemsApi(null, $configuration);

$id = $collections->createCollection(new CollectionInput(["title" => "Lamps"]))->getItem()->getId();
$path = tempnam(sys_get_temp_dir(), "cover");
file_put_contents($path, base64_decode(PNG));
$covered = $collections->uploadCover($id, new SplFileObject($path));
unlink($path);
expect(count($covered->getItem()->getCover()) === 1, "the collection has a cover");

$create = fn(string $title): Item => $items
    ->createItem(new ItemInput(["link" => "https://example.com/$title", "title" => $title, "collection" => $id]))
    ->getItem();
$desk = $create("Desk");
$floor = $create("Floor");
expect(abs($desk->getCreated()->getTimestamp() - time()) < 3600, "the item was created just now");
$first = $items->listItems($id, 0, 1, "title");
expect($first->getCount() === 2 && $first->getItems() == [$desk], "the first page has the first item");
expect($items->listItems($id, 1, 1, "title")->getItems() == [$floor], "the second page has the second");
expect($items->listItems($id, search: "floor")->getItems() == [$floor], "the search finds the item");

$collections->deleteCollection($id);
$failure = failureOf(fn() => $collections->getCollection($id));
expect($failure->getStatus() === 404, "a deleted collection is not found");
expect($failure->getErrorMessage() === "There is no collection with this id.", "the response says so");

echo "The scenario passed.\n";
