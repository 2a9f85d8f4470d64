import { expect, type Locator, type Page } from 'playwright/test'

interface Point {
  x: number
  y: number
}

interface Drag {
  page: Page
  /** What takes hold, and where it is let go. */
  from: Locator
  to: Locator
  /** There once it is held. */
  lifted: Locator
}

const STEPS = 6

async function middleOf(thing: Locator): Promise<Point> {
  const box = await thing.boundingBox()
  if (!box) throw new Error('There is nothing to take hold of')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const between = (from: Point, to: Point, step: number): Point => ({
  x: from.x + ((to.x - from.x) * step) / STEPS,
  y: from.y + ((to.y - from.y) * step) / STEPS,
})

export async function dragsByMouse({ page, from, to, lifted }: Drag): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  // Until it has been pulled for a few pixels it may still become a click.
  await page.mouse.move(start.x - 6, start.y)
  await expect(lifted).toBeAttached()
  await page.mouse.move(end.x, end.y, { steps: STEPS })
  await page.mouse.up()
}

export async function dragsByTouch({ page, from, to, lifted }: Drag): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', start)
  // A finger that moves at once scrolls.
  await expect(lifted).toBeAttached()
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', between(start, end, step))
  await touch('touchEnd')
}
