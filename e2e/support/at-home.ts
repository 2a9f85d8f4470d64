import { expect, type Person, type Signed } from './test.ts'

export { type Signed, signIn } from './test.ts'

export type Language = 'ch_DE' | 'ch_EN'
export const languages: readonly Language[] = ['ch_DE', 'ch_EN']

/** Serial number of the demo's own home. */
export const HOME = 'DOC4-7F21-90A3'

/** A call beside the browser: what somebody else does meanwhile. */
export async function call(
  url: string,
  { sessionId }: Signed,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', sessionId },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true)
  return text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

/** In front of the tiles, with the channel open: only then is an event an event. */
export async function atHome(person: Person, session: Signed, language: Language): Promise<void> {
  const opened = person.page.waitForEvent('websocket', { timeout: 30_000 })
  await person.returns(session, language)
  await person.opens('/devices/quick_controls')
  const socket = await opened
  await socket.waitForEvent('framereceived')
  await expect(person.page.locator('article').first()).toBeVisible()
}

/** Has come to a screen by itself, as events and the routing rules lead. */
export async function arrives(person: Person, path: string): Promise<void> {
  await expect(person.page).toHaveURL(person.url + path, { timeout: 30_000 })
  // What stands there until the page's code has come has no heading.
  await person.sees()
}
