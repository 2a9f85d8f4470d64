import json from '#catalogue/rules/twin.json'
import { http, identity } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { takeSpeech } from '#engine/speech.ts'
import { text } from '#i18n/useText.ts'
import { startTwinWorker } from '#live/channel/start-worker.ts'
import { twinIn } from '#live/twin/twin-worker.ts'
import { calls } from '#schemas/generated/api/calls.js'
import type { TwinRules } from '#schemas/generated/definitions/rules-twin.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { serverCommands } from '#schemas/generated/server-commands.ts'
import { session } from '#session/session.ts'
import type { TwinPlace } from '#session/store.ts'
import { openTwin } from '#session/twin.ts'
import { returnPath } from '../guard/return-path.ts'
import { takeWay } from '../home/live.ts'

const rules = json as TwinRules
const open: ReadonlySet<string> = new Set(rules.operations)

/** Few calls still leave the page while it is about a twin; all others are refused before they do (decision 0234). */
export function mayLeave(operation: string): void {
  if (!open.has(operation)) throw new RequestError(0, [{ errorCode: 'IN_TWIN', message: '' }], operation)
}

/** What there is of the app in a twin. */
export const place: TwinPlace = {
  first: rules.first,
  screens: new Set(rules.screens),
  forbidden: {
    operations: new Set(Object.keys(calls).filter((operation) => !open.has(operation))),
    commands: new Set(serverCommands),
    values: false,
  },
  blocks: (all) => Object.fromEntries(Object.entries(all).filter(([name]) => !rules.without.includes(name))),
}

/** What looked at calls before there was a twin. */
let leftBefore: typeof identity.leave

/** The browser asks in its own words. */
const forgets = (event: BeforeUnloadEvent): void => event.preventDefault()

/** From now on the page is about a copy of this gateway, and nothing that is done in it leaves the page. */
export async function enterTwin(fork: HomeFork): Promise<void> {
  leaveTwin()
  const { data: gateway } = await http.call('getGateway', { sn: fork.serialNumber })
  takeSpeech(fork.snapshot.speech)
  const twin = twinIn(startTwinWorker(), fork)
  const { serialNumber } = twin
  takeWay({
    boot: Promise.resolve({ ...fork.snapshot, serialNumber }),
    worker: twin.channel,
    api: {
      token: async () => ({ token: 'twin', sessionKey: 'twin' }),
      snapshot: async () => ({ ...fork.snapshot, serialNumber }),
      further: async () => undefined,
      layouts: async () => undefined,
      assigned: async () => undefined,
      layout: async (hash) => fork.snapshot.layouts[hash],
    },
  })
  leftBefore = identity.leave
  identity.leave = mayLeave
  addEventListener('beforeunload', forgets)
  openTwin.set({ ...twin, leave: leaveFor })
  const { currentFWVersion, model, type } = gateway
  session.enterTwin(place, {
    ...{ _id: serialNumber, serialNumber, model, connectionStatus: 'online' },
    ...{ name: text.t('twin.name', { name: fork.name }), operationMode: 0, subscriptionLockMode: 0 },
    ...(currentFWVersion !== undefined && { currentFWVersion }),
    ...(type !== undefined && { type }),
  })
}

/** Forgets the twin, if there is one. */
function leaveTwin(): void {
  const twin = openTwin.current()
  if (!twin) return
  removeEventListener('beforeunload', forgets)
  takeWay(undefined)
  identity.leave = leftBefore
  session.leaveTwin()
  openTwin.set(undefined)
  twin.end()
}

/** None of its pages stays without a gateway: the routing rules lead to what is remembered. */
function leaveFor(to: string): void {
  returnPath.rememberWithout(to)
  leaveTwin()
}
