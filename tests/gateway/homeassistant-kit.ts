import { readFileSync } from 'node:fs'
import {
  createHomeAssistantDriver,
  type HomeAssistantOptions,
} from '#gateway/drivers/homeassistant/driver.ts'
import { HandBroker } from './hand-broker.ts'
import { homeWith, MemoryStore } from './kit.ts'
import { settle, TestClock } from './test-clock.ts'
import { rules } from './zigbee2mqtt-kit.ts'

export const discovery = readFileSync('tests/fixtures/homeassistant/zigbee2mqtt-discovery.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { topic: string; payload: unknown })

/** A home on a broker where things announce themselves as the test says. */
export async function discoveredHome({
  store = new MemoryStore(),
  clock = new TestClock(),
  broker = new HandBroker(),
  ...options
}: Partial<HomeAssistantOptions> & { store?: MemoryStore; clock?: TestClock; broker?: HandBroker } = {}) {
  const driver = createHomeAssistantDriver({ mqtt: broker, rules, ...options })
  const parts = await homeWith([], { drivers: [driver], store, clock })
  const says = async (topic: string, payload: unknown, more?: { retain?: boolean }) => {
    broker.say(topic, payload, more)
    await clock.pass(topic.endsWith('/config') ? 1000 : 200)
  }
  const device = (id: string) => parts.home.devices().find((one) => one.id === id)
  const value = (id: string, path: string) => parts.held(path, id)?.value
  const setOn = async (id: string, path: string, wanted: unknown) => {
    const before = broker.published.length
    const answer = await parts.set(path, wanted, { device: id })
    await settle()
    return { answer, sent: broker.published.slice(before).map(({ topic, payload }) => [topic, payload]) }
  }
  return { ...parts, broker, says, device, value, setOn }
}

/** One entity that announces itself, and the home it does so in. */
export async function withEntity(component: string, config: Record<string, unknown>) {
  const home = await discoveredHome()
  await home.says(`homeassistant/${component}/thing/config`, {
    unique_id: 'u1',
    device: { identifiers: ['thing'], name: 'Thing' },
    ...config,
  })
  return { ...home, at: (path: string) => home.held(path, 'thing') }
}
