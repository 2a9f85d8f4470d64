import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { Screen } from '#engine/screens/form/Screen.tsx'
import { renderScreen } from '#engine/testing/render-screen.tsx'
import type { FormScreen } from '#schemas/generated/definitions/screen.ts'
import { session } from '#session/session.ts'
import * as actions from './actions.ts'

const login = screens.get('login') as FormScreen

let bodies: unknown[] = []
let answer: () => Promise<Response> | Response = () => Response.json({})

beforeEach(() => {
  bodies = []
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.json())
    return await answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  session.end()
})

const open = (flags: readonly string[] = []) =>
  renderScreen({
    Screen,
    screen: login,
    definitions,
    actions,
    situation: { role: undefined, session: {}, flags: new Set(flags) },
  })

const button = () => page.getByRole<HTMLButtonElement>('button', { name: 'Sign in' })

async function signIn(identity = 'Home@Gatehouse.Test', secret = 'Gatehouse-Home-1'): Promise<void> {
  if (identity) await userEvent.type(page.getByLabelText('E-mail'), identity)
  if (secret) await userEvent.type(page.getByLabelText('Password'), secret)
  await userEvent.click(button())
}

const refuse = (status: number, errorCode: string) => (): Response =>
  Response.json([{ errorCode, message: '' }], { status })

describe('spec 1 §4 the login flow', () => {
  test('the answer begins the session', async () => {
    answer = () => Response.json({ userId: 'u1', sessionId: 's1' })
    await open()
    await signIn()
    await waitFor(() => expect(session.state().credentials).toEqual({ userId: 'u1', sessionId: 's1' }))
  })

  test('spec 1 §5 the login identity is lowercased', async () => {
    await open()
    await signIn()
    await waitFor(() =>
      expect(bodies[0]).toMatchObject({ identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1' }),
    )
  })

  // 1.6-105
  test.each([
    ['on', ['EXTERNAL_LOGIN'], true],
    ['off', [], false],
  ])('the flag EXTERNAL_LOGIN, being %s, is sent as externalLogin', async (_name, flags, sent) => {
    await open(flags)
    await signIn()
    await waitFor(() => expect(bodies[0]).toMatchObject({ externalLogin: sent }))
  })

  // 1.4-063
  test('a failure says why and re-enables the login button; what was typed stays', async () => {
    answer = refuse(401, 'LOGIN_FAILED')
    await open()
    await signIn()
    expect(
      await page.findByText('These details do not match. Check the address and the password.'),
    ).toBeTruthy()
    expect(button().disabled).toBe(false)
    expect(button().getAttribute('aria-busy')).toBeNull()
    expect((page.getByLabelText('E-mail') as HTMLInputElement).value).toBe('Home@Gatehouse.Test')
  })

  // 1.4-060 1.8-017
  test('status 429 shows a toast for the code and rejects', async () => {
    answer = refuse(429, 'TOO_MANY_REQUESTS')
    await open()
    await signIn()
    expect(
      (await page.findByText('Too many attempts. Please wait a moment.'))
        .closest('section')
        ?.getAttribute('aria-label'),
    ).toBe('Notices')
    expect(session.state().credentials).toBeUndefined()
    expect(button().disabled).toBe(false)
  })

  test('a refusal that names a field stands there, in the words of all forms, and takes the focus', async () => {
    answer = () =>
      Response.json([{ errorCode: 'VALIDATION', message: '/identity must match', field: '/identity' }], {
        status: 400,
      })
    await open()
    await signIn()
    const field = page.getByLabelText('E-mail')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(page.getByText('This value is not allowed.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(page.queryByText('/identity must match')).toBeNull()
  })

  test('no connection is said above the form', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await open()
    await signIn()
    expect(await page.findByText('There is no connection to the server.')).toBeTruthy()
  })

  test('while it is under way the button is busy and a second press does nothing', async () => {
    let release: (response: Response) => void = () => {}
    answer = () =>
      new Promise((resolve) => {
        release = resolve
      })
    await open()
    await signIn()
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'))
    await userEvent.click(button())
    release(refuse(401, 'LOGIN_FAILED')())
    await page.findByRole('alert')
    expect(bodies).toHaveLength(1)
  })

  test.each([
    ['e-mail', '', 'x', '“E-mail” needs an entry.'],
    ['password', 'a@b.ch', '', '“Password” needs an entry.'],
  ])('without %s nothing is sent; the message names the field', async (_name, identity, secret, message) => {
    await open()
    await signIn(identity, secret)
    expect(await page.findByText(message)).toBeTruthy()
    expect(bodies).toEqual([])
  })
})
