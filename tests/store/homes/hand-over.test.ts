import { describe, expect, onTestFinished, test } from 'vitest'
import type { HomeCore } from '#gateway/core/home.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { readHistory } from '#server/homes/history/looking-back.ts'
import { type AskChanges, Recorder } from '#server/homes/history/recorder.ts'
import type { Home } from '#server/homes/home.ts'
import { HandDriver, homeWith, lamp, MemoryStore } from '../../gateway/kit.ts'
import { TestClock } from '../../gateway/test-clock.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()

const START = Date.parse('2026-11-20T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 1440 * MINUTE
const STATE = 'lamp/LightService/state'
const POWER = 'lamp/MeterService/power'

const layout = {
  tile: { footer: [] },
  sections: {
    control: [{ service: 'LightService', property: 'state', value: { kind: 'bool', history: 'step' } }],
    sensory: [{ service: 'MeterService', property: 'power', value: { kind: 'number', history: 'area' } }],
  },
} as unknown as DeviceLayout

type Answer = Commands['get_recorded_changes']['data']

/** A gateway that records by itself, a server that records what it hears of it, and what lies between them. */
class World {
  readonly clock = new TestClock(START)
  readonly store: Awaited<ReturnType<(typeof engines)[number]['fresh']>>
  /** What the lamp really did. */
  readonly did: [at: number, on: string][] = []
  readonly drew: [at: number, watts: number][] = []
  /** What the server said that went wrong. */
  readonly faults: object[] = []
  readonly #disk = new MemoryStore()
  #driver = new HandDriver()
  #core: HomeCore | undefined
  #recorder: Recorder | undefined
  #connected = false
  #power = { on: true }

  constructor(store: World['store']) {
    this.store = store
  }

  get #home(): Home {
    return {
      serialNumber: 'G1',
      devices: () => this.#core?.devices() ?? [],
      device: (id) => this.#core?.device(id),
      floors: () => [],
      bridges: () => [],
      rules: () => [],
      zone: () => undefined,
      seq: () => 0,
      online: () => this.#connected,
    }
  }

  async startGateway(): Promise<void> {
    this.#driver = new HandDriver()
    const { home } = await homeWith([lamp()], {
      clock: this.clock,
      store: this.#disk,
      driver: this.#driver,
      transport: {
        event: ({ event, at, data }) =>
          this.#connected && this.#recorder?.event(this.#home, { event, at, data } as never),
      },
    })
    this.#core = home
  }

  async stopGateway(): Promise<void> {
    await this.#core?.stop()
  }

  startServer(): void {
    const power = { on: true }
    this.#power = power
    const say = (facts: object): void => void (power.on && this.faults.push(facts))
    this.#recorder = new Recorder({
      store: this.store,
      // Without power nothing is written any more, whatever was planned.
      clock: {
        now: this.clock.now,
        after: (ms, run) => this.clock.after(ms, () => power.on && run()),
      },
      catalogue: { layoutOf: () => ({ hash: 'h', layout }) },
      log: { info: () => undefined, warn: say, error: say } as unknown as ConstructorParameters<
        typeof Recorder
      >[0]['log'],
    })
  }

  async stopServer(): Promise<void> {
    this.#connected = false
    await this.#recorder?.close()
    this.#power.on = false
  }

  /** What it had in memory is gone. */
  cutPower(): void {
    this.#connected = false
    this.#power.on = false
  }

  /** As the server does when a gateway appears. `page`: what it makes of each answer. */
  async connect(
    page: (answer: Answer, turn: number) => Answer | undefined = (answer) => answer,
  ): Promise<void> {
    this.#connected = true
    this.#recorder?.described(this.#home)
    let turn = 0
    const ask: AskChanges = async (params) => {
      const answer = await this.#core?.handle(
        { id: `c${this.clock.now()}-${turn}`, session: 's', command: 'get_recorded_changes', params },
        { userId: 'server' },
      )
      return page(answer?.data as Answer, turn++)
    }
    await this.#recorder?.handOver(this.#home, ask)
  }

  async disconnect(): Promise<void> {
    this.#connected = false
    await this.#recorder?.lost('G1')
  }

  /** The lamp is switched, and switched again, and draws another power each time. */
  async lives(long: number, every: number): Promise<void> {
    for (let passed = 0; passed < long; passed += every) {
      await this.clock.pass(every)
      const turn = this.did.length
      const [on, watts] = [turn % 2 === 0 ? 'ON' : 'OFF', 1 + turn]
      this.did.push([this.clock.now(), on])
      this.drew.push([this.clock.now(), watts])
      this.#driver.host.report({ device: 'lamp', service: 'LightService', property: 'state', value: on })
      this.#driver.host.report({ device: 'lamp', service: 'MeterService', property: 'power', value: watts })
    }
  }

  async sorts(): Promise<void> {
    await this.#recorder?.sort()
  }

  async kept(series: string): Promise<[number, unknown][]> {
    await this.#recorder?.flush()
    const told = await readHistory(this.store, 'G1', [series], { from: START, to: this.clock.now() + DAY })
    const { times = [], values = [] } = told.get(series) ?? {}
    return times.map((at, place) => [at, values[place]])
  }
}

// 2.1-014
describe.each(engines)('S-10 on $name: a chart has no hole and no value twice after', ({ fresh }) => {
  const begin = async (): Promise<World> => {
    const store = await fresh()
    await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
    await store.gateways.create(gateway('G1', { userId: 'mia' }))
    const world = new World(store)
    await world.startGateway()
    world.startServer()
    await world.connect()
    await world.lives(10 * MINUTE, 2 * MINUTE)
    onTestFinished(async () => {
      await world.stopGateway()
      await world.stopServer()
    })
    return world
  }
  const whole = async (world: World): Promise<void> => {
    expect(await world.kept(STATE)).toEqual(world.did)
    expect(await world.kept(POWER)).toEqual(world.drew)
    expect(world.faults).toEqual([])
  }

  test('a day without a connection', async () => {
    const world = await begin()
    await world.disconnect()
    await world.lives(DAY, 30 * MINUTE)
    await world.connect()
    await world.lives(10 * MINUTE, 2 * MINUTE)
    await whole(world)
    expect(world.did.length).toBe(58)
  })

  test('a restart of the server, in which the gateway went on', async () => {
    const world = await begin()
    await world.stopServer()
    await world.lives(20 * MINUTE, 2 * MINUTE)
    world.startServer()
    await world.connect()
    await world.lives(10 * MINUTE, 2 * MINUTE)
    await whole(world)
  })

  test('S-02 a power cut of the server, with what it had not written yet', async () => {
    const world = await begin()
    // Sorted and noted as complete, and then some of it only in memory.
    await world.lives(20 * MINUTE, 2 * MINUTE)
    await world.clock.pass(2 * SECOND)
    world.cutPower()
    await world.lives(20 * MINUTE, 2 * MINUTE)
    world.startServer()
    await world.connect()
    await world.lives(10 * MINUTE, 2 * MINUTE)
    await whole(world)
  })

  test('S-02 a power cut while the day was being sorted, with what was told meanwhile', async () => {
    const world = await begin()
    // The sorting that is due by itself is over: it would write what the next one leaves.
    await world.sorts()
    const { history } = world.store
    // Sorting takes as long as somebody needs to switch the lamp.
    let sorting = 0
    const { purge } = history
    history.purge = async (day) => {
      if (sorting++ === 0) {
        // Several, since the last one is told anyhow, and none of them written yet.
        await world.lives(3 * SECOND, SECOND)
        await world.clock.pass(SECOND)
      }
      return purge.call(history, day)
    }
    onTestFinished(() => {
      history.purge = purge
    })
    await world.sorts()
    expect(sorting).toBeGreaterThan(0)
    world.cutPower()
    world.startServer()
    await world.connect()
    // Numbers that follow so closely the gateway gathers by itself.
    expect(await world.kept(STATE)).toEqual(world.did)
    expect(world.faults).toEqual([])
  })

  test('S-02 a power cut in the middle of a hand-over', async () => {
    const world = await begin()
    await world.disconnect()
    await world.lives(DAY, MINUTE)
    const pages: boolean[] = []
    await world.connect((answer, turn) => {
      pages.push(answer.next !== undefined)
      if (turn === 0) return answer
      world.cutPower()
      return undefined
    })
    // One page was kept, and of the others nothing came.
    expect(pages).toEqual([true, false])
    await world.lives(10 * MINUTE, 2 * MINUTE)
    world.startServer()
    await world.connect()
    await whole(world)
  })

  test('a restart of the gateway while nobody heard it', async () => {
    const world = await begin()
    await world.disconnect()
    await world.lives(60 * MINUTE, 2 * MINUTE)
    await world.stopGateway()
    await world.startGateway()
    await world.lives(60 * MINUTE, 2 * MINUTE)
    await world.connect()
    await world.lives(10 * MINUTE, 2 * MINUTE)
    await whole(world)
  })
})
