import type { Locator, Page } from 'playwright/test'
import germanActions from '../../locales/ch_DE/actions.json' with { type: 'json' }
import germanScenes from '../../locales/ch_DE/scenes.json' with { type: 'json' }
import germanShell from '../../locales/ch_DE/shell.json' with { type: 'json' }
import englishActions from '../../locales/ch_EN/actions.json' with { type: 'json' }
import englishScenes from '../../locales/ch_EN/scenes.json' with { type: 'json' }
import englishShell from '../../locales/ch_EN/shell.json' with { type: 'json' }
import { HOME } from '../support/at-home.ts'
import { seen } from '../support/pairs.ts'
import { shown } from '../support/shown.ts'
import { expect, test } from '../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, scenes: germanScenes, shell: germanShell },
  ch_EN: { actions: englishActions, scenes: englishScenes, shell: englishShell },
}

/** Whether a press in its middle would reach it: nothing lies above it. */
const isReached = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

async function apart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/** Whether the keyboard is in the dialog, or in what holds nothing but it. */
const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [dialog, here] = [document.querySelector('[role="dialog"]'), document.activeElement]
    if (!dialog || !here || here === document.body) return false
    return dialog.contains(here) || here.contains(dialog)
  })

/** Two presses at one place, as a hand makes them: what the first has opened is there for the second. */
async function twice(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(what)
  await page.mouse.move(x + width / 2, y + height / 2)
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }
}

const focused = (page: Page) => page.locator('*:focus')

for (const language of seen('phone')) {
  const { actions, scenes, shell } = words[language]

  test(`a toast beside an open dialog is read and pressed, and covers none of its buttons, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language, HOME)
    await person.opens('/devices/device/garden-siren')
    await person.sees()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    const menu = page.locator('[aria-haspopup="menu"]').and(page.getByRole('main').getByRole('button'))
    const dialog = page.getByRole('dialog')
    const rename = page.getByRole('main').getByRole('button', { name: actions.rename, exact: true })
    // On a phone all that is done with it stands in its menu.
    if (await shown(rename, menu)) await rename.click()
    else {
      await menu.click()
      await page.getByRole('menuitem', { name: actions.rename, exact: true }).click()
    }
    await dialog.getByRole('textbox').fill(`Sirene ${'n'.repeat(40)} ${Date.now()}`)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    const undo = page.getByRole('button', { name: shell.undo, exact: true })
    // Whoever points at it has time to read.
    await undo.hover()
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: actions.moveToRoom, exact: true }).press('Enter')
    await expect(dialog).toBeVisible()
    await person.rests()
    expect(await isReached(undo)).toBe(true)
    // It may have moved from under the pointer.
    await undo.hover()
    // Beside a name without spaces what is said stays within, and its button in one line.
    const [lines, beyond] = await undo.evaluate((button) => {
      const text = document.createRange()
      text.selectNodeContents(button)
      const said = button.parentElement
      return [text.getClientRects().length, (said?.scrollWidth ?? 0) - (said?.clientWidth ?? 0)]
    })
    expect([lines, beyond]).toEqual([1, 0])
    // However far the page was scrolled, its head stays where it is beneath what lies above.
    await page.evaluate(() => document.documentElement.scrollTo(0, 40))
    expect((await boxOf(page.locator('header').first())).y).toBe(0)
    for (const button of await dialog.getByRole('button').all()) expect(await apart(button, undo)).toBe(true)
    await undo.click()
    // What was pressed is done, and what was begun stays open.
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(name ?? '')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test(`what closes gives the focus back to where it came from, and a new page takes it over, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language, HOME)
    await person.opens('/devices/quick_controls')
    await person.sees()

    // A page in the place of another takes the focus over, whatever led there.
    const link = page.locator('main a[href*="/devices/device/"]').first()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/devices\/device/)
    await expect(focused(page)).toHaveRole('heading')

    const menu = page.locator('[aria-haspopup="menu"]').and(page.getByRole('main').getByRole('button'))
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: actions.moveToRoom, exact: true }).press('Enter')
    const task = page.getByRole('dialog').first()
    await expect(task).toBeVisible()
    const inTask = task.locator('*:focus')
    await expect(inTask).toHaveCount(1)

    // Nothing is put above a task that somebody is at, neither by key …
    await page.keyboard.press('Control+k')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    // … nor does the keyboard leave it.
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => isKept(page)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(menu).toBeFocused()
  })

  test(`what a double click opens stays open, be it a task, a menu or the search, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language, HOME)
    await person.opens('/scenes/statuses')
    await person.sees()
    const main = page.getByRole('main')
    const openers = [
      { opener: main.getByRole('button', { name: scenes.statuses.add }), opens: page.getByRole('dialog') },
      { opener: main.locator('[aria-haspopup="menu"]').first(), opens: page.getByRole('menu') },
      { opener: page.getByRole('button', { name: shell.search }), opens: page.getByRole('combobox') },
    ]
    for (const { opener, opens } of openers) {
      // Its code may come with the first press; from then on it opens between the two.
      await opener.click()
      await expect(opens).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opens).toHaveCount(0)
      await twice(page, opener)
      await expect(opens).toBeVisible()
      await person.rests()
      await expect(opens).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opens).toHaveCount(0)
    }
  })
}
