import { describedBy, reported } from '#gateway/core/devices/value-check.ts'
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import type { Clock, DriverHost, Transport, Wire } from '#gateway/core/ports.ts'
import { MemoryStore } from '#gateway/core/store/memory-store.ts'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { settingsOf } from '#gateway/lib/backups/settings.ts'
import type { Commands, Request } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'

export interface TwinOptions {
  /** What it calls itself: another number than the gateway that it was forked from. */
  serialNumber: string
  fork: HomeFork
  clock: Clock
  scenes: SceneVocabulary
  transport: Transport
  log?: DriverHost['log']
}

/** A gateway that was forked: the same core over virtual devices, which lasts as long as whoever tries it. */
export interface Twin extends Pick<HomeCore, 'start' | 'stop' | 'handle' | 'devices'> {
  /** A device tells a value, as if something had happened to it; false where it has no such value to tell. */
  report(change: { device: string; service: string; property: string; value: Wire }): boolean
  /** How it is set up now, as a backup of it would hold. */
  content(): Promise<HomeContent>
}

export function createTwin({ serialNumber, fork, clock, scenes, transport, log }: TwinOptions): Twin {
  const { snapshot, content, statuses, kinds, alarms, place } = fork
  // They stand still: what happens in a twin is what somebody lets happen.
  const driver = createVirtualDriver({ devices: snapshot.devices.map(({ device }) => ({ device })), pace: 0 })
  const { zone } = snapshot
  const home = createHome({
    ...{ serialNumber, clock, scenes, transport, statuses, place },
    store: new MemoryStore(),
    drivers: [driver],
    floors: content.floors,
    rules: content.rules,
    alarms: () => alarms,
    kindOf: ({ class: name }) => kinds[name] ?? {},
    ...(zone !== undefined && { zone: () => zone }),
    ...(log && { log }),
  })
  let asked = 0
  /** What only a server asks a gateway. */
  async function ask<N extends keyof Commands>(
    command: N,
    params: Commands[N]['params'],
  ): Promise<Commands[N]['data']> {
    const request = {
      id: `twin-${String(++asked).padStart(27, '0')}`,
      session: 'twin',
      command,
      params,
    } as Request
    const { code, message, data } = await home.handle(request, { userId: 'twin' })
    if (code !== 0) throw new Error(`${command}: ${message}`)
    return data as Commands[N]['data']
  }
  const setUp = async (): Promise<HomeContent> => (await ask('get_backup', {})).content
  const layouts = new Map(snapshot.devices.map(({ device, layout }) => [device.id, layout]))

  return {
    async start() {
      await home.start()
      if (content.infrared.length === 0) return
      // Codes that the gateway keeps come the way that they have into any home.
      const base = await setUp()
      await ask('restore_backup', { content: { ...base, infrared: content.infrared }, base })
    },
    stop: () => home.stop(),
    handle: home.handle,
    devices: home.devices,
    report(change) {
      const property = home
        .device(change.device)
        ?.service_list.find(({ name }) => name === change.service)
        ?.property_list.find(({ name }) => name === change.property)
      // What no such device would ever say is not said.
      if (!property || reported(change.value, describedBy(property)) === undefined) return false
      return driver.report(change)
    },
    async content() {
      const devices = home.devices().map((device) => ({ device, layout: layouts.get(device.id) ?? '' }))
      return { ...(await setUp()), settings: settingsOf({ devices, layouts: snapshot.layouts }) }
    },
  }
}
