import { describe, expect, test } from 'vitest'
import type { Answer } from '../lib/channel/port.ts'
import { both, type ChannelRights, from, LiveRights } from './live-rights.ts'

/** Rights that note what they are asked, and a clock to turn. */
function world(answer: () => Answer = () => true) {
  const asked: string[] = []
  const ask =
    (what: string) =>
    (...of: string[]): Answer => {
      asked.push([what, ...of].join(' '))
      return answer()
    }
  const rights: ChannelRights = {
    sight: (...of) => from(ask('use')(...of), (yes) => (yes ? 'all' : 'none')),
    isAdmin: ask('admin'),
    sessionAlive: ask('session'),
    maySend: ask('send'),
    gatewayKnown: ask('known'),
  }
  const clock = { now: 1000 }
  return { asked, clock, live: new LiveRights(rights, () => clock.now) }
}

describe('M-02 rights are asked again before they are 400 ms old', () => {
  test('M-02 an answer serves for 399 ms, and not for 400', () => {
    const { asked, clock, live } = world()
    live.isAdmin('anna')
    clock.now = 1399
    expect(live.isAdmin('anna')).toBe(true)
    expect(asked).toHaveLength(1)
    clock.now = 1400
    live.isAdmin('anna')
    expect(asked).toHaveLength(2)
  })

  test('M-02 the age counts from when it was asked last, not from the first time', () => {
    const { asked, clock, live } = world()
    for (const now of [1000, 1400, 1799, 1800]) {
      clock.now = now
      live.isAdmin('anna')
    }
    expect(asked).toHaveLength(3)
  })

  test('M-02 a clock that was set back makes no answer last longer', () => {
    const { asked, clock, live } = world()
    live.isAdmin('anna')
    clock.now = 999
    live.isAdmin('anna')
    expect(asked).toHaveLength(2)
  })

  test('M-02 a no is remembered as a yes is', () => {
    const { asked, live } = world(() => false)
    expect([live.isAdmin('anna'), live.isAdmin('anna')]).toEqual([false, false])
    expect(asked).toHaveLength(1)
  })

  test('M-02 each question about each person and thing is one of its own', () => {
    const { asked, live } = world()
    for (const _ of [1, 2]) {
      for (const who of ['anna', 'beat']) {
        live.isAdmin(who)
        for (const thing of ['GW1', 'GW2']) {
          live.sight(who, thing)
          live.sessionAlive(who, thing)
          live.maySend(who, thing)
        }
      }
      live.gatewayKnown('anna')
      live.gatewayKnown('GW1')
    }
    expect(asked).toEqual([
      ...['anna', 'beat'].flatMap((who) => [
        `admin ${who}`,
        ...['GW1', 'GW2'].flatMap((thing) =>
          ['use', 'session', 'send'].map((what) => `${what} ${who} ${thing}`),
        ),
      ]),
      'known anna',
      'known GW1',
    ])
  })

  test('M-02 what changed here is asked at once, of the one whom it concerns', () => {
    const { asked, live } = world()
    const all = (): void => {
      live.isAdmin('anna')
      live.isAdmin('beat')
      live.gatewayKnown('GW1')
      live.gatewayKnown('GW2')
    }
    all()
    asked.length = 0
    live.forget('anna')
    all()
    expect(asked.splice(0)).toEqual(['admin anna'])
    live.forgetGateway('GW1')
    all()
    expect(asked).toEqual(['known GW1'])
  })
})

describe('M-02 answers that come later', () => {
  test('M-02 those who ask meanwhile wait for the same answer, and it is remembered', async () => {
    const { asked, live } = world(async () => true)
    expect(await Promise.all([live.isAdmin('anna'), live.isAdmin('anna')])).toEqual([true, true])
    expect(live.isAdmin('anna')).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('M-02 what cannot be determined is refused, and asked again next time', async () => {
    const { asked, live } = world(async () => {
      throw new Error('the store does not answer')
    })
    expect(await live.isAdmin('anna')).toBe(false)
    expect(await live.isAdmin('anna')).toBe(false)
    expect(asked).toHaveLength(2)
  })

  test('M-02 an answer that failed late takes no newer one away', async () => {
    const answers: (Answer | Promise<never>)[] = []
    let fail: (error: Error) => void = () => undefined
    answers.push(
      new Promise<never>((_, reject) => {
        fail = reject
      }),
      true,
    )
    const { asked, clock, live } = world(() => answers.shift() ?? false)
    const first = live.isAdmin('anna')
    clock.now = 1400
    expect(live.isAdmin('anna')).toBe(true)
    fail(new Error('too late'))
    expect(await first).toBe(false)
    expect(live.isAdmin('anna')).toBe(true)
    expect(asked).toHaveLength(2)
  })
})

describe('both', () => {
  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('%s and %s are %s, now or later', async (first, second, expected) => {
    expect(both(first, () => second)).toBe(expected)
    expect(await both((async () => first)(), async () => second)).toBe(expected)
  })

  test('the second is asked only after a yes to the first', async () => {
    let asked = 0
    const second = (): boolean => {
      asked++
      return true
    }
    both(false, second)
    await both(Promise.resolve(false), second)
    expect(asked).toBe(0)
  })
})
