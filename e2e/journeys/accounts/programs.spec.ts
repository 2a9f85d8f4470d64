import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, signIn, test, words } from '../../support/test.ts'

/** A program of somebody else, with the page that people come back to. */
interface Program {
  server: Server
  returnTo: string
}

async function openProgram(): Promise<Program> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Voice</title><h1>Back at the program</h1>'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, returnTo: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done` }
}

let program: Program
let gatehouse: Served
let folder: string
test.beforeAll(async () => {
  program = await openProgram()
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-programs-'))
  const settings = join(folder, 'settings.json')
  const voice = { clientId: 'voice', name: 'Voice Assistant', redirectUris: [program.returnTo] }
  writeFileSync(settings, JSON.stringify({ clients: [voice] }))
  gatehouse = await serve({ GATEHOUSE_SETTINGS: settings })
})
test.afterAll(async () => {
  await gatehouse.remove()
  program.server.closeAllConnections()
  program.server.close()
  rmSync(folder, { recursive: true })
})

const verifier = randomBytes(32).toString('base64url')

const loginFor = (changes: Record<string, string> = {}): string =>
  `/login?${new URLSearchParams({
    client_id: 'voice',
    redirect_uri: program.returnTo,
    response_type: 'code',
    scope: 'gateway',
    state: 'state-of-the-program',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`

const dialog = {
  ch_DE: {
    question: 'Voice Assistant bittet um Zugriff',
    allow: 'Erlauben',
    deny: 'Ablehnen',
    anew: 'Nochmals anmelden',
    cancel: 'Abbrechen',
    refused: 'Diese Anfrage lässt sich nicht beantworten',
    unknown: /nicht eingetragen/,
    close: 'Schliessen',
    nothing: 'Hier gibt es nichts zu entscheiden',
  },
  ch_EN: {
    question: 'Voice Assistant asks for access',
    allow: 'Allow',
    deny: 'Refuse',
    anew: 'Sign in again',
    cancel: 'Cancel',
    refused: 'This request cannot be answered',
    unknown: /not registered/,
    close: 'Close',
    nothing: 'There is nothing to decide',
  },
} as const

type Language = keyof typeof dialog

async function signsIn(page: Page, language: Language): Promise<void> {
  await page.getByLabel(words[language].user).fill(accounts.home.identity)
  await page.getByLabel(words[language].secret, { exact: true }).fill(accounts.home.secret)
  await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
}

const keptSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('gatehouse.session'))

/** Somebody who is signed in already, from an earlier visit. */
async function returning(page: Page, language: Language): Promise<Person> {
  const session = await signIn(gatehouse.url, accounts.home)
  const person = new Person(page, gatehouse.url)
  await person.speaks(language)
  await person.opens('/login')
  await page.evaluate((kept) => localStorage.setItem('gatehouse.session', kept), JSON.stringify(session))
  return person
}

for (const language of seen('desk')) {
  const text = dialog[language]

  // 1.2-005, 1.2-035, 1.2-153, 1.2-154
  test(`A-10 ${language} somebody allows a program one gateway, and it gets in with the code @phone`, async ({
    page,
  }) => {
    const person = new Person(page, gatehouse.url)
    await person.speaks(language)
    await person.opens(loginFor())
    // what the program asked for has left the address.
    await expect(page).toHaveURL(`${gatehouse.url}/login`)
    await expect(page.getByText('Voice Assistant')).toBeVisible()
    expect(await person.findings()).toEqual([])

    await signsIn(page, language)
    await expect(page).toHaveURL(`${gatehouse.url}/oauth2-dialog`)
    await expect(page.getByRole('heading', { level: 1, name: text.question })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(1)
    expect(await person.findings()).toEqual([])

    await page.getByRole('button', { name: text.allow }).click()
    await expect(page.getByRole('heading', { name: 'Back at the program' })).toBeVisible()
    const back = new URL(page.url())
    expect(back.origin + back.pathname).toBe(program.returnTo)
    expect(back.searchParams.get('state')).toBe('state-of-the-program')

    const tokens = await fetch(`${gatehouse.url}/api/oauth2_v2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        client_id: 'voice',
        code: back.searchParams.get('code'),
        code_verifier: verifier,
        redirect_uri: program.returnTo,
      }),
    })
    const { access_token, serial_number } = (await tokens.json()) as Record<string, string>
    const home = await fetch(`${gatehouse.url}/api/home/${serial_number}/snapshot`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(home.status).toBe(200)
  })

  test(`A-10 ${language} a request does not sign anybody out silently: the person says so first @phone @night`, async ({
    page,
  }) => {
    const person = await returning(page, language)
    await person.opens(loginFor())
    await expect(page).toHaveURL(`${gatehouse.url}/oauth2-dialog`)
    await expect(page.getByRole('button', { name: text.anew })).toBeVisible()
    expect(await keptSession(page)).not.toBeNull()
    expect(await person.findings()).toEqual([])

    await page.getByRole('button', { name: text.cancel }).click()
    await expect(page).toHaveURL(/gtw_settings/)
    expect(await keptSession(page)).not.toBeNull()

    // 1.2-107: agreed to, the credentials of the earlier visit are destroyed.
    await person.opens(loginFor())
    await page.getByRole('button', { name: text.anew }).click()
    await expect(page).toHaveURL(`${gatehouse.url}/login`)
    expect(await keptSession(page)).toBeNull()
    await signsIn(page, language)
    await page.getByRole('button', { name: text.deny }).click()
    await expect(page).toHaveURL(`${program.returnTo}?error=access_denied&state=state-of-the-program`)
  })

  test(`A-10 B-06 ${language} an address that is not registered is an error without a way back @phone @night`, async ({
    page,
  }) => {
    const person = await returning(page, language)
    for (const redirect_uri of [
      `${program.returnTo}/more`,
      'javascript:alert(1)',
      '//evil.example',
      'https://evil.example@127.0.0.1/',
    ]) {
      await person.opens(loginFor({ redirect_uri }))
      await expect(page.getByRole('heading', { name: text.refused })).toBeVisible()
      expect(
        await page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ).toEqual([])
      expect(await keptSession(page)).not.toBeNull()
    }
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: text.close }).click()
    await expect(page).toHaveURL(/gtw_settings/)
    // Nobody asks any more.
    await person.opens('/oauth2-dialog')
    await expect(page.getByRole('heading', { level: 1, name: text.nothing })).toBeVisible()
  })

  test(`A-10 ${language} for a program that is not registered nobody is signed out, and sign-in says so @night`, async ({
    page,
  }) => {
    const person = new Person(page, gatehouse.url)
    await person.speaks(language)
    await person.opens(loginFor({ client_id: 'nobody' }))
    await expect(page.getByText(text.unknown)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await signsIn(page, language)
    await expect(page).toHaveURL(/gtw_settings/)
  })
}

test('A-07 nothing of a request stays in the address, in the history or with the next page', async ({
  page,
}) => {
  const person = new Person(page, gatehouse.url)
  await person.speaks('ch_EN')
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.headers().referer ?? ''))
  await person.opens(loginFor({ state: 'canary-of-the-program' }))
  await expect(page.getByText('Voice Assistant')).toBeVisible()
  expect(await page.evaluate(() => location.href + document.referrer)).not.toContain('canary')
  expect(seen.join()).not.toContain('canary')
  expect(gatehouse.output()).not.toContain('canary')
})
