import { defineTool, type Risk, type Tool } from "@plimsoll/core";
import { z } from "zod";

type Row = readonly [name: string, description: string, risk: Risk, input: z.ZodRawShape];

/** What happened in the shop, so that an example can check it. */
export const shop = {
  ran: [] as { readonly tool: string; readonly input: unknown }[],
  /** Why the export was stopped. */
  stoppedBy: undefined as unknown,
  /** Called when an export has begun; it goes on until it is stopped. */
  onExport: (): void => {},
};

const order = z.string().describe("Order number");
const customer = z.string().describe("Customer number");
const article = z.string().describe("Article number");
const email = z.string().describe("Address to send it to");
const amount = z.number().describe("In euros");
const count = z.number().int().describe("Pieces");
const day = z.string().describe("As 2026-11-15");
const words = z.string().describe("Free text");

const ROWS: readonly Row[] = [
  ["get_order", "Show an order with its articles, its price and its state", "read", { order }],
  ["list_orders", "List the orders of a customer, newest first", "read", { customer }],
  ["cancel_order", "Cancel an order that has not been shipped", "write", { order }],
  ["hold_order", "Keep an order from being shipped for now", "write", { order, reason: words }],
  ["release_order", "Let a held order be shipped", "write", { order }],
  ["add_order_note", "Write a note on an order, for colleagues", "write", { order, note: words }],
  ["split_order", "Ship the articles of an order in two parcels", "write", { order }],
  ["refund_order", "Refund a customer for an order, in part or whole", "write", { order, amount }],
  ["list_refunds", "List the refunds of a day", "read", { day }],
  ["send_receipt", "Send the receipt of an order by mail", "write", { order, email }],
  ["send_invoice", "Send the invoice of an order by mail", "write", { order, email }],
  ["remind_of_payment", "Remind a customer of an unpaid invoice", "write", { order }],
  ["list_unpaid", "List invoices that are overdue", "read", { day }],
  ["book_payment", "Book a payment that came by bank transfer", "write", { order, amount }],
  ["get_customer", "Show a customer's name, addresses and history", "read", { customer }],
  ["find_customer", "Find a customer by name or mail address", "read", { text: words }],
  ["rename_customer", "Change the name of a customer", "write", { customer, name: words }],
  ["move_customer", "Change the postal address of a customer", "write", { customer, address: words }],
  ["merge_customers", "Make one customer of two", "destructive", { customer, other: customer }],
  ["close_account", "Close the account of a customer for good", "destructive", { customer }],
  ["grant_credit", "Give a customer store credit", "write", { customer, amount }],
  ["get_stock", "Show how many pieces of an article are there", "read", { article }],
  ["count_stock", "Enter what a count of the shelves found", "write", { article, count }],
  ["reorder_article", "Order more of an article from its supplier", "write", { article, count }],
  ["list_suppliers", "List who delivers an article, with prices", "read", { article }],
  ["set_price", "Change the price of an article", "write", { article, amount }],
  ["start_discount", "Lower the price of an article until a day", "write", { article, amount, day }],
  ["describe_article", "Write the text of an article's page", "write", { article, text: words }],
  ["withdraw_article", "Take an article out of the shop", "destructive", { article }],
  ["list_reviews", "List what customers say about an article", "read", { article }],
  ["answer_review", "Answer a customer's review in public", "write", { article, text: words }],
  ["print_label", "Print the parcel label of an order", "write", { order }],
  ["track_parcel", "Show where the parcel of an order is", "read", { order }],
  ["book_pickup", "Have the carrier collect parcels on a day", "write", { day }],
  ["accept_return", "Accept articles that a customer sends back", "write", { order, reason: words }],
  ["report_damage", "Report a parcel that came damaged to the carrier", "write", { order, text: words }],
  ["sum_sales", "Sum up the sales of a day", "read", { day }],
  ["compare_sales", "Compare the sales of two days", "read", { day, other: day }],
  ["plan_shift", "Write who works in the shop on a day", "write", { day, names: words }],
];

const exportOrders = defineTool({
  name: "export_orders",
  description: "Export every order to a file, which takes long",
  risk: "read",
  lazy: true,
  run: (_input, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        shop.stoppedBy = signal.reason;
        resolve("stopped");
      });
      shop.onExport();
    }),
});

/** Forty tools of a shop. They are lazy, so that also a catalog this small is deferred. */
export const tools: readonly Tool[] = [exportOrders, ...ROWS.map(toTool)];

function toTool([name, description, risk, shape]: Row): Tool {
  return defineTool({
    name,
    description,
    risk,
    lazy: true,
    input: z.object(shape),
    run: (input) => {
      shop.ran.push({ tool: name, input });
      return `${name} is done.`;
    },
  });
}
