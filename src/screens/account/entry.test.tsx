import { act, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ScreenProps } from '#engine/engine.ts'
import { Screen as FormKind } from '#engine/screens/form/Screen.tsx'
import { Screen as NoticeKind } from '#engine/screens/notice/Screen.tsx'
import { renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, language } from '#i18n/i18n.ts'
import type { FormScreen, NoticeScreen } from '#schemas/generated/definitions/screen.ts'
import { session } from '#session/session.ts'
import * as actions from './actions.ts'

const settings = {
  EMAIL_REGEX: '^[a-z0-9.]+@[a-z0-9.]+$',
  USER_ON_BOARDING_SOURCE: 'SELFCARE',
  TOS_PRIVACY: { terms: 'https://portal.example/terms', privacy: '' },
}

interface Sent {
  path: string
  body: unknown
  activation: string | null
}
let sent: Sent[] = []
let answers: Record<string, () => Response> = {}
const go = vi.fn<(to: string | number) => void>()

beforeEach(async () => {
  await changeLanguage('ch_EN')
  sent = []
  answers = {}
  go.mockReset()
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api', '')
    const body: unknown = request.method === 'GET' ? undefined : await request.json()
    sent.push({ path, body, activation: request.headers.get('x-activation') })
    const answer = Object.entries(answers).find(([start]) => path.startsWith(start))?.[1]
    return answer?.() ?? Response.json({})
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  session.end()
})

const situation = (flags: readonly string[] = []) => ({
  role: undefined,
  session: {},
  flags: new Set(flags),
  settings,
})
type Params = Readonly<Record<string, string>>

async function open<S extends FormScreen | NoticeScreen>(
  Kind: ComponentType<ScreenProps<S>>,
  id: string,
  { params = {}, flags }: { params?: Params; flags?: readonly string[] } = {},
): Promise<void> {
  await renderScreen<S>({
    Screen: ({ screen }) => <Kind screen={screen} params={params} />,
    screen: screens.get(id) as S,
    definitions,
    actions,
    situation: situation(flags),
    engine: { go },
  })
}
const form = (id: string, more?: { params?: Params; flags?: readonly string[] }) =>
  open<FormScreen>(FormKind, id, more)
const notice = (id: string, flags?: readonly string[]) =>
  open<NoticeScreen>(NoticeKind, id, { params: { activationToken: 'abc' }, flags })
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))
const bodyOf = (path: string): unknown => sent.find((one) => one.path === path)?.body

describe('spec 1 §4 policies that must be accepted first', () => {
  // 1.4-058 1.2-017
  test('status 300 leads to accepting them; the credentials go along in memory', async () => {
    answers['/auth/login'] = () =>
      Response.json(
        {
          privacyPolicyPath: '/en/privacy-policy',
          termsOfServicePath: '/en/terms-of-service',
          isPrivacyPolicyAccepted: true,
          areTermsOfServiceAccepted: false,
        },
        { status: 300 },
      )
    await form('login')
    await userEvent.type(page.getByLabelText('E-mail'), 'Home@Gatehouse.Test')
    await userEvent.type(page.getByLabelText('Password'), 'Gatehouse-Home-1')
    await press('Sign in')
    await waitFor(() => expect(go).toHaveBeenCalled())
    const to = new URL(String(go.mock.calls[0]?.[0]), 'http://x')
    expect(to.pathname).toBe('/accept_privacy_and_tos')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      identity: 'home@gatehouse.test',
      secret: 'Gatehouse-Home-1',
      privacyPolicyPath: '/en/privacy-policy',
      termsOfServicePath: '/en/terms-of-service',
      isPrivacyPolicyAccepted: 'true',
      areTermsOfServiceAccepted: 'false',
    })
    expect(session.state().credentials).toBeUndefined()
  })
})

describe('spec 1 §4 accepting policies', () => {
  // 1.2-018 1.4-059 1.3-075 1.3-076 1.3-077
  test.each([
    ['with the password', {}, { externalLogin: false }],
    ['by a one-time token', { loginType: 'hash' }, { loginType: 'hash' }],
    ['as a gateway', { loginType: 'gateway' }, { loginType: 'gateway' }],
  ])('signs in again %s and the accepted flags', async (_name, more, sentToo) => {
    answers['/auth/login'] = () => Response.json({ userId: 'u1', sessionId: 's1' })
    await form('accept_privacy_and_tos', {
      params: { identity: 'a@b.ch', secret: 'x', isPrivacyPolicyAccepted: 'true', ...more },
    })
    // What was accepted before need not be ticked again.
    expect((page.getByLabelText(/I have read how my data/) as HTMLInputElement).checked).toBe(true)
    await press('Accept and sign in')
    expect(page.getByText(/Please tick: I accept the terms/)).toBeTruthy()
    await userEvent.click(page.getByLabelText('I accept the terms of service.'))
    await press('Accept and sign in')
    await waitFor(() =>
      expect(bodyOf('/auth/login')).toEqual({
        identity: 'a@b.ch',
        secret: 'x',
        isPrivacyPolicyAccepted: true,
        areTermsOfServiceAccepted: true,
        ...sentToo,
      }),
    )
    await waitFor(() => expect(session.state().credentials?.sessionId).toBe('s1'))
  })

  test('without credentials it leads to sign-in', async () => {
    await form('accept_privacy_and_tos')
    await userEvent.click(page.getByLabelText(/I have read how my data/))
    await userEvent.click(page.getByLabelText('I accept the terms of service.'))
    await press('Accept and sign in')
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login'))
    expect(sent).toEqual([])
  })
})

describe('spec 1 §6 the gateway login variant', () => {
  // 1.2-032 1.7-022
  test('sends the serial number in capitals and the SHA-256 of the secret', async () => {
    answers['/auth/login'] = () => Response.json({ userId: 'u1', sessionId: 's1' })
    await form('gateway_login')
    await userEvent.type(page.getByLabelText('Serial number'), 'doc4-1')
    await userEvent.type(page.getByLabelText('Secret'), 'abc')
    await press('Sign in')
    await waitFor(() =>
      expect(bodyOf('/auth/login')).toEqual({
        identity: 'DOC4-1',
        secret: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        loginType: 'gateway',
      }),
    )
  })
})

describe('an account that is not active yet', () => {
  test('sign-in says so and leads to where the link is sent again', async () => {
    answers['/auth/login'] = () =>
      Response.json([{ errorCode: 'NOT_ACTIVATED', message: '' }], { status: 401 })
    await form('login')
    await userEvent.type(page.getByLabelText('E-mail'), 'new@gatehouse.test')
    await userEvent.type(page.getByLabelText('Password'), 'Gatehouse-Home-1')
    await press('Sign in')
    await waitFor(() => expect(go).toHaveBeenCalledWith('/resend-activation'))
    expect(await page.findByText(/This account is not active yet/)).toBeTruthy()
  })

  // 1.2-006
  test('the address of sign-in may say that it is active now', async () => {
    await form('login', { params: { activate: 'true' } })
    expect(page.getByText('You can sign in now.')).toBeTruthy()
  })
})

describe('spec 1 §4 activation', () => {
  // 1.2-013 1.7-012
  test('happens on arrival, once, with a header that no foreign page can send, and goes on in the language of the account', async () => {
    answers['/auth/activate/abc'] = () => Response.json({ preferredLanguage: 'ch_DE' })
    await notice('activate', ['ACTIVATED_SCREEN'])
    expect(await page.findByRole('heading', { name: 'Ihr Konto ist aktiv' })).toBeTruthy()
    expect(sent.map(({ path, activation }) => [path, activation])).toEqual([['/auth/activate/abc', '1']])
    expect(language()).toBe('ch_DE')
  })

  // 1.6-081
  test('without the confirmation screen it leads to sign-in', async () => {
    answers['/auth/activate/abc'] = () => Response.json({ preferredLanguage: 'ch_EN' })
    await notice('activate')
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login?activate=true'))
  })

  // 1.4-064
  test('status 409 leads to sign-in', async () => {
    answers['/auth/activate/abc'] = () =>
      Response.json([{ errorCode: 'ALREADY_ACTIVATED', message: '' }], { status: 409 })
    await notice('activate', ['ACTIVATED_SCREEN'])
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login'))
    expect(await page.findByText(/active already/)).toBeTruthy()
  })

  test('a link that is over says so and offers another', async () => {
    answers['/auth/activate/abc'] = () =>
      Response.json([{ errorCode: '000017', message: '' }], { status: 404 })
    await notice('activate', ['ACTIVATED_SCREEN'])
    expect(await page.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
    await press('Ask for a new link')
    expect(go).toHaveBeenCalledWith('/resend-activation')
  })

  test('any other failure stays on the page', async () => {
    answers['/auth/activate/abc'] = () => Response.json([{ errorCode: 'BUSY', message: '' }], { status: 503 })
    await notice('activate', ['ACTIVATED_SCREEN'])
    expect((await page.findByRole('alert')).textContent).toMatch(/busy/)
  })

  // 1.2-014
  test('the confirmation asks first', async () => {
    answers['/auth/activate/abc'] = () => Response.json({ preferredLanguage: 'ch_EN' })
    await notice('activation_confirm', ['ACTIVATED_SCREEN'])
    expect(sent).toEqual([])
    await press('Activate account')
    expect(await page.findByRole('heading', { name: 'Your account is active' })).toBeTruthy()
  })
})

describe('spec 1 §3 a registration', () => {
  async function fill(): Promise<void> {
    await userEvent.selectOptions(page.getByLabelText('Form of address'), 'male')
    await userEvent.type(page.getByLabelText('First name'), 'Luc')
    await userEvent.type(page.getByLabelText('Last name'), 'Zen')
    await userEvent.type(page.getByLabelText('E-mail'), 'Luc@Gatehouse.Test')
    await userEvent.type(page.getByLabelText('Password'), 'Gate-and-Garden-7')
    await userEvent.type(page.getByLabelText('Repeat the password'), 'Gate-and-Garden-7')
    await userEvent.click(page.getByLabelText('I accept the terms of service.'))
    await userEvent.click(page.getByLabelText(/I have read how my data/))
    await press('Create account')
  }

  // 1.5-016, 1.3-071
  test('checks the name; nothing is agreed to before somebody agrees', async () => {
    answers['/auth/checkUsername'] = () => Response.json({ free: true })
    answers['/auth/register'] = () => Response.json({ identity: 'luc@gatehouse.test', activated: false })
    await form('register')
    // Nothing is agreed to before somebody agrees.
    const boxes = page.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual(boxes.map(() => false))
    await fill()
    expect(await page.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy()
    expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/auth'))).toEqual([
      '/auth/checkUsername',
      '/auth/register',
    ])
    expect(bodyOf('/auth/register')).toEqual({
      firstName: 'Luc',
      lastName: 'Zen',
      gender: 'male',
      identity: 'luc@gatehouse.test',
      secret: 'Gate-and-Garden-7',
      confirmation: 'Gate-and-Garden-7',
      preferredLanguage: 'ch_EN',
      contact: [{ label: 'Default', contact: 'luc@gatehouse.test', isDefault: true, contactType: 'email' }],
      userOnBoardingSource: 'SELFCARE',
      agreeRegister: true,
      areTermsOfServiceAccepted: true,
      isPrivacyPolicyAccepted: true,
    })
  }, 20_000)

  // 1.6-083
  test('an account that needs no activation may sign in at once', async () => {
    answers['/auth/checkUsername'] = () => Response.json({ free: true })
    answers['/auth/register'] = () => Response.json({ identity: 'luc@gatehouse.test', activated: true })
    await form('register')
    await fill()
    expect(await page.findByRole('heading', { name: 'Your account is ready' })).toBeTruthy()
  }, 20_000)
})

describe('spec 1 §4 reset password', () => {
  const reset = async (flags?: readonly string[]): Promise<void> => {
    await form('resetPassword', { params: { hash: 'abc' }, flags })
    await userEvent.type(page.getByLabelText('New password'), 'Gate-and-Garden-7')
    await userEvent.type(page.getByLabelText('Repeat the new password'), 'Gate-and-Garden-7')
    await press('Set password')
  }

  // 1.4-070 1.6-082 1.8-016
  test.each([
    ['on', ['PASSWORD_CHANGED_SCREEN'], '/password_changed', 0],
    ['off', [], '/login', 1],
  ])(
    'success is told once: with the confirmation screen being %s it leads on, and 000018 is said where no page says so',
    async (_name, flags, to, toasts) => {
      answers['/auth/resetPassword/abc'] = () => new Response(null, { status: 204 })
      await reset(flags)
      await waitFor(() => expect(go).toHaveBeenCalledWith(to))
      if (toasts > 0) await page.findByText(/The new password is set/)
      expect(page.queryAllByText(/The new password is set/)).toHaveLength(toasts)
    },
  )

  // 1.4-069 1.8-015
  test('status 404 says 000017 and offers a new link', async () => {
    answers['/auth/resetPassword/abc'] = () =>
      Response.json([{ errorCode: '000017', message: '' }], { status: 404 })
    await reset()
    expect(await page.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
    expect(page.getByText(/This link has expired/)).toBeTruthy()
  })

  test('the field that the server names bears its reason', async () => {
    answers['/auth/resetPassword/abc'] = () =>
      Response.json([{ errorCode: 'PASSWORD_COMMON', message: '', field: '/secret' }], { status: 400 })
    await reset()
    expect(await page.findByText(/This password is too common/)).toBeTruthy()
    expect(page.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('B-06 a policy at an address that came along', () => {
  const opened = vi.fn<typeof window.open>()
  const ask = (url: string) =>
    actions.openPolicy({
      params: { url },
      situation: { ...situation(), gateway: undefined, modules: new Set(), version: () => undefined },
      toast: () => {},
    } as unknown as Parameters<typeof actions.openPolicy>[0])

  beforeEach(() => {
    opened.mockReset()
    vi.stubGlobal('open', opened)
  })

  test.each([
    ['/en/privacy-policy', '/en/privacy-policy'],
    ['https://portal.example/terms', 'https://portal.example/terms'],
  ])('%s is opened', async (url, to) => {
    await act(() => ask(url))
    expect(opened).toHaveBeenCalledWith(to, '_blank', 'noopener,noreferrer')
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', 'data:text/html,x', ''])(
    '%s is not',
    async (url) => {
      const result = await ask(url)
      expect(result.ok).toBe(false)
      expect(opened).not.toHaveBeenCalled()
    },
  )
})
