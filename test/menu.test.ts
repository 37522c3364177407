import { expect, test } from "vitest";
import { measureMenu } from "../benchmarks/tokens/menu.ts";

const figures = await measureMenu();

test.skipIf(figures === undefined)(
  "the menu of 30 real servers stays within its budgets (skipped where their catalog is absent: PLIMSOLL_DATA)",
  () => {
    expect(figures).toMatchObject({ tools: 402, servers: 30, setAside: 0 });
    const { eager = 0, menu = 0, menuWithPreview = 0 } = figures ?? {};
    expect(menu).toBeLessThanOrEqual(700);
    expect(menuWithPreview).toBeLessThanOrEqual(1_500);
    expect(menuWithPreview / eager).toBeLessThanOrEqual(0.01);
  },
);
