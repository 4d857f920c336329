// Runs in the browser after Swagger UI is loaded and before it starts.

document.head.insertAdjacentHTML("beforeend", '<meta name="viewport" content="width=device-width, initial-scale=1">');

SwaggerUIStandalonePreset.push(() => ({
  // Swagger's logo has an inline style sheet, which the Content-Security-Policy forbids. The
  // server's icon replaces it.
  components: { Logo: () => null },
  // The link around the logo is the only one without an `href`. This makes it lead to the start page.
  wrapComponents: {
    Link:
      (Link, { React }) =>
      (props) =>
        React.createElement(Link, props.href ? props : { ...props, href: "/", "aria-label": "Triptych: start page" }),
  },
}));
