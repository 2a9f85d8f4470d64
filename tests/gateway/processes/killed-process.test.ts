import { type ChildProcess, spawn } from 'node:child_process'
import { type FSWatcher, mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '#gateway/core/errors.ts'
import type { Response } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { type Homes, openHomes } from '#server/homes/homes.ts'
import { gatewayOffline } from '#server/lib/channel/answers.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { Browser } from '../../channel/homes-kit.ts'
import { World } from '../../channel/kit.ts'
import { requestOf, WAIT } from '../../channel/peer.ts'
import { moment, times } from '../../store/crashes/crash.ts'
import { figure } from '../../support/figures.ts'
import { terminal } from '../../support/surroundings.ts'
import { Plug } from '../plug.ts'

const ROUNDS = times('GATEHOUSE_HOME_KILLS', 4, 200)

const OFFLINE = gatewayOffline('').message

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-killed-'))
let world: World
let homes: Homes
let plug: Plug
let page: Browser
let secret: string
let gateway: ChildProcess
let said = ''

function begin(): ChildProcess {
  const args = ['--broker', `mqtt://127.0.0.1:${world.broker.tcp?.port}`, '--serial', page.serialNumber]
  const devices = ['--driver', 'tasmota', '--mqtt', plug.url, '--data', folder]
  const child = spawn(process.execPath, ['gateway/main.ts', ...args, ...devices], {
    env: { ...terminal, GATEHOUSE_GATEWAY_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)))
  return child
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

const say = (id: string, command: string, params: object): void =>
  page.peer.publish(topics.requests(page.serialNumber, page.visitor.userId), {
    ...requestOf(page.visitor.sessionKey, command, params),
    id,
  })

/** What the gateway has answered; "offline" is what the server says while there is none, and has passed nothing on. */
const answersTo = (id: string): Response[] =>
  page.peer
    .on(page.answers)
    .map((text): Response => JSON.parse(text))
    .filter((answer) => answer.id === id && answer.message !== OFFLINE)

/** Says it under the same id until there are more answers than `known`, as a page does: what comes before the gateway listens is lost. */
const persist = (id: string, command: string, params: object, known = 0): Promise<Response> =>
  vi.waitFor(
    () => {
      const answer = answersTo(id)[known]
      if (answer) return answer
      say(id, command, params)
      throw new Error(`No answer to ${command} yet. ${said}`)
    },
    { timeout: WAIT.timeout, interval: 200 },
  )

const SET = 'set_service_property_value'
const orderOf = (property_value: string) => ({
  device_id: Plug.id,
  service_name: Plug.service,
  property_name: Plug.property,
  property_value,
})

const valueIn = (device: Device | undefined): unknown =>
  device?.service_list
    .find(({ name }) => name === Plug.service)
    ?.property_list.find(({ name }) => name === Plug.property)?.value

/** The gateway itself says what the plug is, and so does the home that everybody sees. */
async function showsTheTruth(): Promise<void> {
  await vi.waitFor(async () => {
    const params = { device_id: Plug.id }
    const { data } = await persist(crypto.randomUUID(), 'get_device_detailed', params)
    expect(data, said).toMatchObject({ status: 2 })
    expect(valueIn(data as unknown as Device)).toBe(plug.state)
    const snapshot = await homes.snapshot(page.serialNumber)
    expect(snapshot).toMatchObject({ online: true, total: 1 })
    expect(valueIn(snapshot?.devices[0]?.device)).toBe(plug.state)
  }, WAIT)
}

/** When the gateway is killed: each answers with what waits for that moment. */
const moments: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'at any time': () => moment(40),
  // The order is being written down: it is received, and nothing has been done.
  recording: () =>
    new Promise<void>((resolve) => {
      const watcher: FSWatcher = watch(folder, () => {
        watcher.close()
        resolve()
      })
    }),
  // The plug has the order and has not acted: between receive and respond.
  acting: () =>
    new Promise<void>((resolve) => {
      plug.onOrder = resolve
    }),
  answered: (id) => vi.waitFor(() => expect(answersTo(id)).toMatchObject([{ code: codes.ok }]), WAIT),
}

beforeAll(async () => {
  world = await World.open({ tcp: { port: 0 }, limits: { connectsPerMinute: 10_000 } })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  homes = await openHomes({
    store: world.store,
    broker: world.broker,
    catalogue: await openCatalogue('catalogue'),
    rights: world.rights,
    log,
    inside: () => undefined,
  })
  plug = await Plug.open()
  const owner = await world.user()
  const serialNumber = await world.gateway(owner)
  secret = await world.gatewaySecret(serialNumber)
  page = await Browser.at(world, owner, serialNumber)
  gateway = begin()
  await showsTheTruth()
}, 60_000)

afterAll(async () => {
  gateway?.kill('SIGKILL')
  if (gateway) await ended(gateway)
  await homes?.close()
  await plug?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test(`L-08 a gateway of its own is killed with -9 in the middle of a command, ${ROUNDS} times: the order acts at most once, a retry is told that it was done or that nobody knows, and the home shows the true state`, {
  timeout: 90_000 + ROUNDS * 10_000,
}, async () => {
  const told = { before: 0, done: 0, unknown: 0, acted: 0 }
  const points = Object.values(moments)
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = plug.state === 'ON' ? 'OFF' : 'ON'
    const orders = plug.orders.length
    const id = crypto.randomUUID()
    const now = points[round % points.length]?.(id)
    say(id, SET, orderOf(wanted))
    await now
    gateway.kill('SIGKILL')
    await ended(gateway)
    expect(gateway.signalCode, said).toBe('SIGKILL')
    plug.onOrder = () => {}
    // What was on its way to the page has arrived.
    await page.peer.settled()
    const before = answersTo(id).map(({ code }) => code)

    said = ''
    gateway = begin()
    await showsTheTruth()
    const { code } = await persist(id, SET, orderOf(wanted), before.length)
    const again = await persist(id, SET, orderOf(wanted), before.length + 1)
    expect(again.code).toBe(code)
    expect([codes.ok, codes.interrupted]).toContain(code)

    // Success is never told falsely, neither before nor after.
    if ([...before, code].includes(codes.ok)) await vi.waitFor(() => expect(plug.state).toBe(wanted), WAIT)
    await showsTheTruth()
    const acted = plug.orders.length - orders
    expect(acted).toBeLessThanOrEqual(1)
    told.acted += acted
    if (before.includes(codes.ok)) told.before++
    if (code === codes.ok) told.done++
    else told.unknown++
  }
  figure(
    `gateway process, ${ROUNDS} kills: ${told.before} orders were answered before, ${told.done} retries done, ${told.unknown} unknown, ${told.acted} acted, none twice, none told falsely`,
  )
})

const RUNS = times('GATEHOUSE_RUN_KILLS', 3, 60)
const PAUSE = 4000

test(`L-08 a gateway of its own is killed with -9 in the middle of a rule's run, ${RUNS} times: in a pause it goes on with it once, else it says that it does not; nothing happens twice, and nothing is told falsely`, {
  timeout: 90_000 + RUNS * 20_000,
}, async () => {
  const on = { service_name: Plug.service, property_name: Plug.property, value: 'ON' }
  const rule = {
    id: 'stairs',
    name: 'Stairs',
    rule_logic: 'OR',
    active: true,
    time_triggers: [{ id: 't1', year: 2099, month: 1, day: 1, hour: 0, minute: 0, second: 0 }],
    scenes: [
      { id: 's1', name: 'On', devices: [{ id: Plug.id, settings: [on] }] },
      { id: 's2', name: 'D#E#L#A#Y', delay: PAUSE },
      { id: 's3', name: 'Off', devices: [{ id: Plug.id, settings: [{ ...on, value: 'OFF' }] }] },
    ],
  }
  await showsTheTruth()
  const saved = await persist(crypto.randomUUID(), 'save_rule', { rule, base: 0 })
  expect(saved, said).toMatchObject({ code: codes.ok })
  const lastRun = async (): Promise<RuleRun | undefined> => {
    const { data } = await persist(crypto.randomUUID(), 'get_rule_runs', { rule_id: rule.id, limit: 100 })
    return (data as unknown as { runs: RuleRun[] }).runs[0]
  }
  const told = { done: 0, brokenOff: 0 }
  for (let round = 0; round < RUNS; round++) {
    const orders = plug.orders.length
    const acting = new Promise<void>((resolve) => {
      plug.onOrder = resolve
    })
    const id = crypto.randomUUID()
    say(id, 'play_rule', { rule_id: rule.id })
    // While the plug acts, while its answer is on its way, or in the pause, which only then is known to be on the disk.
    await acting
    const inPause = round % 3 === 2
    if (inPause)
      await vi.waitFor(async () => expect((await lastRun())?.steps[1]?.outcome).toBe('running'), WAIT)
    await moment(inPause ? 1500 : 40)
    gateway.kill('SIGKILL')
    await ended(gateway)
    plug.onOrder = () => {}
    said = ''
    gateway = begin()
    await showsTheTruth()
    const run = await vi.waitFor(async () => {
      const last = await lastRun()
      expect(last?.outcome).not.toBe('running')
      return last
    }, WAIT)
    const given = plug.orders.slice(orders)
    if (run?.resumed_at !== undefined) {
      told.done++
      expect(given).toEqual(['ON', 'OFF'])
      await vi.waitFor(() => expect(plug.state).toBe('OFF'), WAIT)
      expect(run.steps.at(-1)?.outcome).toBe('confirmed')
    } else {
      told.brokenOff++
      expect(run).toMatchObject({ outcome: 'stopped', broken_off: 'restarted' })
      expect(given).toEqual(['ON'])
    }
    // Tried again under its id, the command is known, or its outcome is not: it does not run once more.
    const { code } = await persist(id, 'play_rule', { rule_id: rule.id }, answersTo(id).length)
    expect([codes.ok, codes.interrupted]).toContain(code)
    expect(plug.orders.slice(orders)).toEqual(given)
  }
  expect(told.done).toBeGreaterThan(0)
  figure(
    `gateway process, ${RUNS} kills in a run: ${told.done} went on and ended, ${told.brokenOff} were told as broken off, none acted twice`,
  )
})
