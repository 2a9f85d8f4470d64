import type { Browser } from 'playwright/test'
import { HOME } from '../support/at-home.ts'
import { addressesOf, type Screen, screens } from '../support/every-screen.ts'
import { rawKeysOf } from '../support/raw-keys.ts'
import { expect, Person, test } from '../support/test.ts'

// Words come in parts. What is drawn before its part has come would be called by the name of its text for a moment.

/** Every page of these, loaded anew, and what was missing on any of them. */
async function visited(browser: Browser, url: string, some: readonly Screen[], who?: [object, string?]) {
  const context = await browser.newContext()
  const found = await rawKeysOf(context)
  const person = new Person(await context.newPage(), url)
  if (who) await person.returns(who[0] as { userId: string; sessionId: string }, 'ch_DE', who[1])
  for (const screen of some)
    for (const address of addressesOf(screen)) {
      await person.opens(address)
      await expect(person.page.locator('[aria-busy="true"]'), address).toHaveCount(0)
    }
  await context.close()
  return [...found]
}

const own = screens.filter(({ access }) => access?.public !== true)

test('no page shows the name of a text in its place, before or without its words', async ({
  browser,
  server,
  sessions,
}) => {
  test.setTimeout(600_000)
  const visitors = screens.filter(({ access }) => access?.public === true)
  expect(await visited(browser, server.url, visitors)).toEqual([])
  expect(await visited(browser, server.url, own, [sessions.home, HOME])).toEqual([])
  expect(await visited(browser, server.url, own, [sessions.admin])).toEqual([])
})
