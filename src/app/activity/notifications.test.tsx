import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import news from '#catalogue/news.json'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import notification from '#schemas/entities/notification.json'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { at } from '../fake-house.ts'
import { emit } from '../home/live.ts'
import { missed } from './counts.ts'
import { HeaderPanels } from './HeaderPanels.tsx'
import { following } from './use-following.ts'

vi.mock('#live/channel/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: () => {} })) }))

const smoke = (id: string, seen = false) => ({
  id,
  gateway: 'A',
  at: new Date().toISOString(),
  title: `Smoke ${id}`,
  body: 'Leave the house.',
  kind: 'rule',
  seen,
})

const calls: string[] = []
const MISSED = '/api/notifier/notifications/missed'
const LIST = '/api/notifier/notifications'
const SEEN = '/api/notifier/notifications/seen'
/** What the server answers to the next calls of a path. */
const answers = new Map<string, () => Response | Promise<Response>>()
const answer = (path: string, body: unknown): void => void answers.set(path, () => Response.json(body))

// Code that comes with the first dialog would come during a test.
beforeAll(
  () => Promise.all([import('./NewsPanel.tsx'), following.load(), import('#ui/dialog/DialogFrame.tsx')]),
  60_000,
)
beforeEach(async () => {
  calls.length = 0
  answers.clear()
  answer(MISSED, { missed: 3 })
  answer(LIST, { data: [], count: 0 })
  answer(SEEN, { missed: 0 })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/notifier/')) calls.push(pathname)
    return (await answers.get(pathname)?.()) ?? new Response('{}', { status: 503 })
  })
  await loadAllTexts()
  await changeLanguage('ch_EN')
})
afterEach(() => {
  cleanup()
  act(() => session.end())
  vi.unstubAllGlobals()
})

function enter(module: boolean, ...groups: [string, ...string[]]): void {
  const gateway = gatewayOf('A', { name: 'Home' })
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({
    settings: { ...settings, modules: { ...settings.modules, notifications: module } },
    user: { ...userOf('users'), groups },
    gateways: [gateway],
    gateway,
  })
  at('/', <HeaderPanels />)
}
const bell = (name: string) => screen.findByRole('button', { name })
const asked = (path: string): number => calls.filter((one) => one === path).length
/** Everything that has been begun is over. */
const settled = () => act(() => vi.dynamicImportSettled())

describe('spec 1 §4, start-up: the count of missed notifications', () => {
  // 1.4-006 3.7-038
  test('is fetched once at the start where the module is on, and stands on the bell', async () => {
    enter(true, 'users')
    await bell('News, 3')
    expect(calls).toEqual([MISSED])
  })

  // 1.4-006
  test('is not fetched where the module is off', async () => {
    enter(false, 'users')
    await bell('News')
    await settled()
    expect(calls).toEqual([])
    expect(missed.current()).toBe(0)
  })

  test('is not fetched by a session that a gateway began', async () => {
    enter(true, 'users', 'gateway')
    await bell('News')
    await settled()
    expect(calls).toEqual([])
  })

  // 3.9-033
  test('shows 99999+ at 99999', async () => {
    answer(MISSED, { missed: 99_999 })
    enter(true, 'users')
    await bell('News, 99999+')
  })

  test('an answer that an event has overtaken undoes nothing', async () => {
    let tell = (_answer: Response): void => {}
    const coming = new Promise<Response>((resolve) => {
      tell = resolve
    })
    answers.set(MISSED, () => coming)
    enter(true, 'users')
    await vi.waitFor(() => expect(asked(MISSED)).toBe(1))
    act(() => emit('notification_created', { notification: smoke('2'), missed: 5 }))
    await bell('News, 5')
    await act(async () => tell(Response.json({ missed: 4 })))
    await settled()
    expect(missed.current()).toBe(5)
  })

  test('follows what other clients have seen, and ends with the session', async () => {
    enter(true, 'users')
    await bell('News, 3')
    act(() => emit('notifications_seen', { upTo: '9', missed: 1 }))
    await bell('News, 1')
    cleanup()
    expect(missed.current()).toBe(0)
  })
})

describe('the bell', () => {
  test('shows what homes have said, the newest first, and it is seen then', async () => {
    answer(LIST, { data: [smoke('2'), smoke('1', true)], count: 2 })
    enter(true, 'users')
    fireEvent.click(await bell('News, 3'))
    const entries = await screen.findAllByRole('listitem')
    expect(entries.map((entry) => entry.querySelector('strong')?.textContent)).toEqual([
      'Smoke 2New',
      'Smoke 1',
    ])
    expect(within(entries[0] as HTMLElement).getByText('Leave the house.')).toBeTruthy()
    expect(within(entries[0] as HTMLElement).getByText(/^Home · /)).toBeTruthy()
    await vi.waitFor(() => expect(missed.current()).toBe(0))
    expect(asked(SEEN)).toBe(1)
  })

  test('what comes while somebody looks stands on top and is seen as well', async () => {
    answer(MISSED, { missed: 0 })
    answer(LIST, { data: [smoke('1', true)], count: 1 })
    enter(true, 'users')
    fireEvent.click(await bell('News'))
    await screen.findByText('Smoke 1')
    expect(asked(SEEN)).toBe(0)
    act(() => emit('notification_created', { notification: smoke('2'), missed: 1 }))
    await screen.findByText('Smoke 2')
    await vi.waitFor(() => expect([asked(SEEN), missed.current()]).toEqual([1, 0]))
  })

  test('says when they did not come, and asks again', async () => {
    answers.delete(LIST)
    enter(true, 'users')
    fireEvent.click(await bell('News, 3'))
    await screen.findByText('The notifications could not be loaded.')
    answer(LIST, { data: [smoke('1')], count: 1 })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Smoke 1')
    expect(screen.queryByText('The notifications could not be loaded.')).toBeNull()
  })

  test('without the module tells of gateways alone', async () => {
    enter(false, 'users')
    fireEvent.click(await bell('News'))
    await screen.findByText('No news')
    expect(asked(LIST)).toBe(0)
  })
})

test('every kind of notification has a look', () => {
  expect(Object.keys(news.notifications)).toEqual(notification.properties.kind.enum)
})

// decision 0248
describe('what a scene asks', () => {
  const question = {
    id: 'q1',
    answers: [
      { id: 'a', label: 'Close it' },
      { id: 'b', label: 'Leave it' },
    ],
    until: Date.now() + 600_000,
    state: 'open' as const,
  }
  const asked = (more: object = {}) => ({
    ...smoke('1'),
    title: 'Garage',
    question: { ...question, ...more },
  })
  const ANSWER = `${LIST}/1/answer`
  async function open(more: object = {}) {
    answer(LIST, { data: [asked(more)], count: 1 })
    enter(true, 'users')
    fireEvent.click(await bell('News, 3'))
    await screen.findByText('Garage')
  }
  const button = (name: string) => screen.queryByRole('button', { name })

  test('stands with its answers; the one that is pressed is sent once, and what counts stands there', async () => {
    let tell = (_answer: Response): void => {}
    const coming = new Promise<Response>((resolve) => {
      tell = resolve
    })
    answers.set(ANSWER, () => coming)
    await open()
    const close = await screen.findByRole('button', { name: 'Close it' })
    fireEvent.click(close)
    fireEvent.click(close)
    expect(button('Leave it')?.hasAttribute('disabled')).toBe(true)
    await act(async () => tell(Response.json({ ...question, state: 'answered', answer: 'a', by: 'u1' })))
    expect(await screen.findByText('You answered: “Close it”')).toBeTruthy()
    expect(calls.filter((one) => one === ANSWER).length).toBe(1)
    expect(button('Close it')).toBeNull()
  })

  test('that somebody else has answered meanwhile says who, without being asked', async () => {
    await open()
    await screen.findByRole('button', { name: 'Close it' })
    const answered = { ...question, state: 'answered', answer: 'b', by: 'u2', by_name: 'Urs Meier' }
    act(() => emit('question_changed', { question: answered }))
    expect(screen.getByText('Urs Meier answered: “Leave it”')).toBeTruthy()
    expect(button('Close it')).toBeNull()
    act(() => emit('question_changed', { question: { ...answered, id: 'another' } }))
    expect(screen.getByText('Urs Meier answered: “Leave it”')).toBeTruthy()
  })

  test('that nobody waits for any more says so', async () => {
    await open({ until: Date.now() - 1 })
    expect(await screen.findByText('Nobody answered; the scene waits no longer.')).toBeTruthy()
    expect(button('Close it')).toBeNull()
  })

  test('that was not heard can be answered again', async () => {
    answers.set(ANSWER, () => Response.json([{ errorCode: 'GATEWAY_OFFLINE' }], { status: 409 }))
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Close it' }))
    await settled()
    expect(button('Close it')?.hasAttribute('disabled')).toBe(false)
    expect(button('Leave it')?.hasAttribute('disabled')).toBe(false)
  })
})
