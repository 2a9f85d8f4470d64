import type { Page } from 'playwright/test'
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const WIDTHS = [360, 820, 1280, 1920] as const

/** What a person could not read of a card: outside of it, or cut off in it. */
const unread = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="tabpanel"] section[aria-label], article[aria-label]')].flatMap(
      (card) => {
        const frame = card.getBoundingClientRect()
        const seen = [...card.querySelectorAll<HTMLElement>('*')].filter(
          (part) =>
            part.closest('.visually-hidden') === null &&
            [...part.childNodes].some(
              (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
            ),
        )
        return seen.flatMap((part) => {
          const { left, right, width } = part.getBoundingClientRect()
          const outside = width > 0 && (left < frame.left - 1 || right > frame.right + 1)
          const cut =
            getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1
          return outside || cut ? [`${card.getAttribute('aria-label')}: ${part.textContent}`] : []
        })
      },
    ),
  )

for (const language of seen('desk'))
  test(`${language}: the card of a device says all that it has to say at every width, also why an order failed`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/device/bedroom-lamp')
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('switch')).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await person.rests()
      expect(await unread(page), `${width} px, quiet`).toEqual([])
    }
    await panel.getByRole('switch').click()
    await expect(panel.getByRole('status')).toBeVisible({ timeout: 25_000 })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await person.rests()
      expect(await unread(page), `${width} px, failed`).toEqual([])
    }
  })
