import { definitions } from '#data/house.ts'
import { http } from '#data/http.ts'
import { takeSpeech } from '#engine/speech.ts'
import { language, onLanguage } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { text } from '#i18n/useText.ts'
import { rowsCache, takeRows } from '#lib/rows/cache.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { type ConnectHome, connectHome, type HomeApi, type LiveHome } from '#live/channel/connect.ts'
import { startWorker } from '#live/channel/start-worker.ts'
import type { AnswerOf, InputOf, OperationId } from '#schemas/calls.ts'
import type { DeviceSpeech } from '#schemas/generated/entities/device-speech.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { takeEvent } from '#session/events.ts'
import { session } from '#session/session.ts'
import { bootSnapshot } from '#session/start.ts'
import { report } from '../report.ts'
import { bootDashboard } from './first-dashboard.ts'

/** How many tiles are shown at first at this size (spec 2 §9); public/boot.js asks for as many. */
function firstTiles(): number {
  const limit = definitions.limit('quickControlsFirst') as Readonly<Record<string, number>>
  const size = innerWidth < 768 ? 'phone' : innerWidth < 1600 ? 'desk' : 'wide'
  return limit[size] ?? 0
}

/** A call of the live part: it goes on without the answer, the failure goes the one way. */
async function ask<O extends OperationId>(operation: O, input: InputOf<O>): Promise<AnswerOf<O> | undefined> {
  try {
    return (await http.call(operation, input)).data
  } catch (error) {
    report.report(error)
    return undefined
  }
}

/** As many devices as one answer may hold (schemas/api/home.json). */
const FURTHER = 200

/** What is said and drawn of devices comes with them, and is there before they are drawn. */
async function spoken<T extends { speech?: DeviceSpeech }>(
  coming: Promise<T | undefined>,
): Promise<T | undefined> {
  const answer = await coming
  takeSpeech(answer?.speech)
  return answer
}

const api: HomeApi = {
  token: () => ask('channelToken', {}),
  snapshot: (sn) => spoken(ask('homeSnapshot', { sn, first: firstTiles() })),
  further: (sn, skip) => spoken(ask('homeSnapshot', { sn, first: FURTHER, skip })),
  layouts: (sn) => spoken(ask('homeLayouts', { sn, contents: 'all' })),
  assigned: (sn) => ask('homeLayouts', { sn }),
  layout: (hash) => spoken(ask('getLayout', { hash })),
}

type EventListener = (event: string, data: unknown) => void

const eventListeners = new Set<EventListener>()

/** Live events of gateway, user and administrators. */
export function onEvent(listen: EventListener): () => void {
  eventListeners.add(listen)
  return () => void eventListeners.delete(listen)
}

/** Tells everybody of an event: one that came, or one that a check has found. */
export function emit(event: string, data: unknown): void {
  takeEvent(session, event, data)
  for (const listen of [...eventListeners]) listen(event, data)
}

const channelUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/mqtt`

/** Where values come without end, nothing is ever wholly at rest. */
const IDLE_MS = 3000

/** Nothing more is drawn by then; not every browser tells. */
export const whenIdle = (then: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: IDLE_MS }) : setTimeout(then, 200)

let stand: () => void = () => {}

/** Once the first devices of a home have come and been drawn: what is not among them need not share the line with them. */
const firstDevices = new Promise<void>((resolve) => {
  stand = resolve
})

/**
 * What a first page does without: not before its devices stand, and where no home is chosen there are none, so after some ms
 * in any case. Answers with what takes it back.
 */
export function afterFirstPage(run: () => void, most: number): () => void {
  let due = true
  const once = (): void => {
    if (due) run()
    due = false
  }
  const timer = setTimeout(once, most)
  void firstDevices.then(once)
  return () => {
    due = false
    clearTimeout(timer)
  }
}

/** An early answer that was none is asked for again, with its failure reported. */
async function firstSnapshot(gateway: string): ReturnType<typeof bootSnapshot> {
  const first = (await spoken(bootSnapshot(gateway))) ?? (await api.snapshot(gateway))
  requestAnimationFrame(() => whenIdle(stand))
  return first
}

/** What came with the first answers beside the home itself, by call: asked for once, it is not asked for again. */
const early = new Map<string, Promise<unknown>>()
/** Ms after which nobody takes what was true when the page began. */
const EARLY = 10_000

/** Whoever asks says the same in an order of his own. */
const earlyKey = (call: string, input: unknown): string =>
  JSON.stringify([call, ...Object.entries(input ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))])

function cameEarly(call: string, input: unknown, answer: Promise<unknown>): void {
  const key = earlyKey(call, input)
  early.set(key, answer)
  setTimeout(() => early.delete(key), EARLY)
}

/** An answer that is on its way since before the code had loaded; undefined where none is, or none came. */
export async function earlyAnswer(call: string, input: unknown): Promise<unknown> {
  const key = earlyKey(call, input)
  const answer = early.get(key)
  early.delete(key)
  return await answer
}

/** The devices of a dashboard, which draws none of its cards before they are there; what these ask for comes along. */
async function shownDevices(sn: string): Promise<HomeSnapshot | undefined> {
  const coming = bootDashboard(sn)
  if (!coming) return undefined
  cameEarly(
    'readDashboard',
    { sn },
    coming.then((shown) => shown?.dashboard),
  )
  return await spoken(
    coming.then((shown) => {
      if (shown) takeRows(rowsKey('readDashboard', { sn }), shown.dashboard)
      for (const { call, input, data } of shown?.answers ?? []) {
        // What a command answers is of this home, whichever is chosen by the time that somebody asks.
        cameEarly(call, { sn, ...input }, Promise.resolve(data))
        // What is kept by all that its call says is there before anybody asks; of a command that is not the home.
        if ('sn' in input) takeRows(rowsKey(call, input), data)
      }
      return shown?.home
    }),
  )
}

type Way = Pick<ConnectHome, 'api' | 'boot' | 'beside' | 'worker'>

let way: Way | undefined

/** Another way than through the server, to the gateway that is chosen next; undefined: through it again. */
export const takeWay = (next: Way | undefined): void => {
  way = next
}

const throughServer = (gateway: string | undefined): Way => ({
  api,
  boot: gateway === undefined ? undefined : firstSnapshot(gateway),
  beside: gateway === undefined ? undefined : shownDevices(gateway),
  worker: startWorker,
})

function connect(userId: string, gateway: string | undefined): LiveHome {
  return connectHome({
    userId,
    admin: session.admin,
    gateway,
    language: tagOf(language()),
    url: channelUrl(),
    ...(way ?? throughServer(gateway)),
    silent: text.t('session.silent'),
    reason: (code, message) => text.say(`orders.${code}`, message),
    event: (_origin, event, data) => emit(event, data),
    refused: () => session.end('session.ended'),
    callFailed: report.quiet,
  })
}

let current: { key: string; gateway: string | undefined; home: LiveHome } | undefined
const homeListeners = new Set<() => void>()

/** The connection to the current gateway. */
export const liveHome = (): LiveHome | undefined => current?.home

export function subscribeHome(changed: () => void): () => void {
  homeListeners.add(changed)
  return () => void homeListeners.delete(changed)
}

/** One connection at a time, renewed when session, gateway or language change. */
function renew(): void {
  const { credentials, user, gateway } = session.state()
  const key =
    credentials && user && [credentials.sessionId, gateway?.serialNumber ?? '', language()].join(' ')
  if (current?.key === key) return
  const moved = current !== undefined && current.gateway !== gateway?.serialNumber
  current?.home.close()
  current =
    credentials && key
      ? { key, gateway: gateway?.serialNumber, home: connect(credentials.userId, gateway?.serialNumber) }
      : undefined
  // Rows of one home are no rows of another; what is shown is asked for anew.
  if (moved) void rowsCache.client?.resetQueries()
  for (const changed of [...homeListeners]) changed()
}

/** Begins anew with the current gateway: its devices are asked for again. */
export function refreshHome(): void {
  current?.home.close()
  current = undefined
  renew()
}

session.subscribe(renew)
onLanguage(renew)

const leaving = new Set<() => void>()

/** Calls when the page goes away, while its home still stands as it was. */
export function onLeaving(then: () => void): () => void {
  leaving.add(then)
  return () => void leaving.delete(then)
}

// spec 1 §4: the connection ends when the page goes away.
addEventListener('pagehide', () => {
  for (const then of leaving) then()
  current?.home.close()
  current = undefined
})

// A page out of the browser's back-forward cache comes without its connection.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
