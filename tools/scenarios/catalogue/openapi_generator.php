<?php

/** A user registers, logs in, and creates, lists, reads and deletes a product. */

require "GuzzleHttp/autoload.php";

spl_autoload_register(function (string $name): void {
    $file = getcwd() . "/lib/" . str_replace("\\", "/", preg_replace("/^OpenAPI\\\\Client\\\\/", "", $name)) . ".php";
    if (is_file($file)) {
        require $file;
    }
});

use OpenAPI\Client\Api\AccountsApi;
use OpenAPI\Client\Api\ProductsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\Credentials;
use OpenAPI\Client\Model\ProductInput;
use OpenAPI\Client\Model\Registration;

const PASSWORD = "correct horse battery staple";

function expect(bool $isMet, string $expectation): void
{
    if (!$isMet) {
        throw new Exception("expected that $expectation");
    }
}

function expectFailure(int $status, callable $call): void
{
    try {
        $call();
    } catch (ApiException $failure) {
        expect($failure->getCode() === $status, "the status is $status, not {$failure->getCode()}");
        return;
    }
    throw new Exception("status $status is expected");
}

$configuration = (new Configuration())->setHost(getenv("TRIPTYCH_URL") . "/api");
$accounts = new AccountsApi(null, $configuration);
$products = new ProductsApi(null, $configuration);
$word = bin2hex(random_bytes(8));
$email = "$word@example.com";

$grace = new Registration(["name" => "Grace Hopper", "email" => $email, "password" => PASSWORD]);
$accounts->registerUser($grace);
expectFailure(409, fn() => $accounts->registerUser($grace));
$login = $accounts->loginUser(new Credentials(["email" => $email, "password" => PASSWORD]));
$configuration->setApiKey("auth-token", $login->getData());

$lamp = $products->createProduct(new ProductInput(["name" => "Desk lamp $word", "price" => 49.5]));
expect($lamp->getPrice() === 49.5 && $lamp->getInStock() && $lamp->getDescription() === "", "it has the sent fields");
expect($products->listProducts(100, null, $word) == [$lamp], "the list has the product");
expect($products->getProduct($lamp->getId()) == [$lamp], "the product is found");
expect($products->deleteProduct($lamp->getId()) == $lamp, "the deleted product is returned");
expectFailure(404, fn() => $products->getProduct($lamp->getId()));

echo "The scenario passed.\n";
