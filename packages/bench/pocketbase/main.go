// Serves the benchmark's products with PocketBase at its default settings.
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The account that creates products, in the collection `users` that every PocketBase has.
const (
	email    = "bench@people.example.com"
	password = "correct horse battery staple"
)

// Listens on PORT; the database is in the folder DATA_FOLDER.
func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: os.Getenv("DATA_FOLDER"), HideStartBanner: true})
	app.RootCmd.SetArgs([]string{"serve", "--http=127.0.0.1:" + os.Getenv("PORT")})
	app.OnServe().BindFunc(func(event *core.ServeEvent) error {
		// Otherwise it opens a browser, because there is no administrator.
		event.InstallerFunc = nil
		if err := createOnce(event.App); err != nil {
			return err
		}
		event.Router.GET("/health/ready", func(request *core.RequestEvent) error {
			return request.NoContent(http.StatusOK)
		})
		return event.Next()
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// createOnce creates the collection of products, which anyone may read, and an account that may add some.
func createOnce(app core.App) error {
	if _, err := app.FindCollectionByNameOrId("products"); err == nil {
		return nil
	}
	products := core.NewBaseCollection("products")
	products.ListRule = types.Pointer("")
	products.ViewRule = types.Pointer("")
	products.CreateRule = types.Pointer("@request.auth.id != ''")
	products.Fields.Add(
		// Ids as long as those of the compared systems, with the default pattern: with another one PocketBase would scan
		// the table before each insert.
		&core.TextField{
			Name: "id", System: true, PrimaryKey: true, Required: true, Min: 24, Max: 24,
			Pattern: "^[a-z0-9]+$", AutogeneratePattern: "[0-9a-f]{24}",
		},
		&core.TextField{Name: "name", Required: true},
		&core.TextField{Name: "description"},
		&core.NumberField{Name: "price", Required: true},
		&core.BoolField{Name: "inStock"},
	)
	if err := app.Save(products); err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	user := core.NewRecord(users)
	user.SetEmail(email)
	user.SetPassword(password)
	user.SetVerified(true)
	return app.Save(user)
}
