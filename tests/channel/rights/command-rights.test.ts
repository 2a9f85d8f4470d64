import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Json } from '#server/http/openapi.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { sampleOf } from '../../http/operations.ts'
import { Browser, deviceOf, Street } from '../homes-kit.ts'

/** Every command that the channel describes, whoever may send it. */
const commands = Object.entries(asyncapi.components.messages).flatMap(([name, message]) =>
  message['x-kind'] === 'command' && 'x-policy' in message
    ? [{ name, policy: message['x-policy'], params: sampleOf(message.payload as Json) }]
    : [],
)

let street: Street
let serialNumber: string
const people: Record<string, string> = {}
beforeAll(async () => {
  street = await Street.open()
  const { world } = street
  const home = await street.home([deviceOf('SWI100', 'lamp')])
  serialNumber = home.serialNumber
  people.owner = home.owner
  const link = async (name: string, role: string, verified: boolean, isSupport = false) => {
    const id = await world.user(role)
    people[name] = id
    await world.store.memberships.link({
      _id: `link-${name}`,
      masterAccountId: home.owner,
      secondaryAccountId: id,
      isSupport,
      verified,
      at: 1,
    })
  }
  await link('secondary', 'users', true)
  await link('support', 'users', true, true)
  await link('unverified', 'users', false)
  await link('otherRole', 'installers', true)
  await link('former', 'users', true)
  await world.store.memberships.unlink('link-former')
  people.otherOwner = await world.user()
  await world.gateway(people.otherOwner)
  people.admin = await world.user('admin')
})
afterAll(() => street.close())

/** What the table of policies says: who gets an answer of the gateway, and who is refused before it hears anything. */
const may: Readonly<Record<string, boolean>> = {
  owner: true,
  secondary: true,
  support: true,
  admin: true,
  unverified: false,
  former: false,
  otherRole: false,
  otherOwner: false,
}

const SITTING = 60

describe('Z-01 who may send which command', () => {
  test('Z-01 every command declares a policy that is known', () => {
    const declared = Object.entries(asyncapi.components.messages).filter(
      ([, message]) => message['x-kind'] === 'command',
    )
    expect(commands.map(({ name }) => name)).toEqual(declared.map(([name]) => name))
    expect([...new Set(commands.map(({ policy }) => policy))].toSorted()).toEqual([
      'admin',
      'gateway',
      'server',
    ])
  })

  test.each(Object.entries(may))('Z-01 %s may send commands of people: %s', async (who, allowed) => {
    const browsers = []
    for (const [at, { name, policy, params }] of commands.entries()) {
      // A session that is refused so much in a minute is taken for a scan.
      if (at % SITTING === 0) browsers.push(await Browser.at(street.world, people[who] ?? '', serialNumber))
      const answer = await browsers.at(-1)?.ask(name, params)
      if (!answer) throw new Error(name)
      if (!allowed) expect([name, answer.code, answer.message]).toEqual([name, 403, 'Not authorized'])
      else if (policy === 'server')
        expect([name, answer.code, answer.message]).toEqual([name, 404, 'There is no such command'])
      else if (policy === 'admin' && who !== 'admin')
        expect([name, answer.message]).toEqual([name, 'You may not do this'])
      else expect([name, answer.message]).not.toEqual([name, 'Not authorized'])
    }
    expect(browsers.filter(({ peer }) => peer.closed)).toEqual([])
  })

  test('Z-03 nobody asks in the name of another user, nor of the server', async () => {
    const browser = await Browser.at(street.world, people.secondary ?? '', serialNumber)
    const before = browser.peer.messages().length
    for (const userId of [people.owner ?? '', 'server'])
      browser.peer.publish(topics.requests(serialNumber, userId), {
        id: 'a'.repeat(20),
        session: browser.visitor.sessionKey,
        command: 'reboot',
        params: {},
      })
    for (let turn = 0; turn < 3; turn++) await browser.peer.settled()
    const heard = browser.peer.messages().slice(before)
    expect(heard.every(({ payload }) => payload.includes('Not authorized'))).toBe(true)
    expect(browser.presence()).not.toBe('offline')
  })
})
