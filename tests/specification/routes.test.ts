import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

const screens = globSync('catalogue/screens/*/*.json').map((file) => ({
  file,
  screen: JSON.parse(readFileSync(file, 'utf8')) as Screen,
}))

const at = (route: string): Screen | undefined => screens.find(({ screen }) => screen.route === route)?.screen

describe('spec 2 §2 addresses', () => {
  // 2.2-001
  test.each(screens)('the devices area, and nothing else, lives at /devices: $file', ({ file, screen }) => {
    expect(screen.route.startsWith('/devices/')).toBe(/^catalogue\/screens\/(?:devices|joining)\//.test(file))
  })
})

describe('spec 2 §2 the home setup area', () => {
  // 2.2-025
  test.each(screens)('and nothing else lives at /home_setup: $file', ({ file, screen }) => {
    expect(screen.route.startsWith('/home_setup/')).toBe(file.startsWith('catalogue/screens/home/'))
  })

  test('1.2-060 /home_setup leads to the zones list', () => {
    const entered = screens.filter(({ screen }) => 'entrance' in screen && screen.entrance === '/home_setup')
    expect(entered.map(({ screen }) => screen.route)).toEqual(['/home_setup/zones_list'])
  })

  test.each([
    '1.2-061 /home_setup/zones_list',
    '1.2-062 /home_setup/room/:room_id',
    '1.2-063 /home_setup/add_room',
  ])('%s is a screen of people who are signed in and have a gateway', (line) => {
    const screen = at(line.split(' ')[1] ?? '')
    expect(screen?.access).toMatchObject({ gateway: true })
    expect(screen?.access?.public).toBeUndefined()
  })
})

describe('spec 1 §2 addresses', () => {
  test.each(['1.2-065 /new_gateway', '1.2-066 /guide_setup'])(
    '%s is a screen of people who are signed in',
    (line) => {
      const screen = at(line.split(' ')[1] ?? '')
      expect(screen).toBeDefined()
      expect(screen?.access?.public).toBeUndefined()
    },
  )

  // 1.2-048
  test('/widgets is a main screen marked coming soon, for whoever has the module', () => {
    const screen = at('/widgets')
    expect(screen).toMatchObject({ kind: 'status', access: { gateway: true, when: { module: 'widgets' } } })
    for (const [language, words] of [
      ['ch_DE', /kommen bald/],
      ['ch_EN', /coming soon/],
    ] as const) {
      const texts = JSON.parse(readFileSync(`locales/${language}/screens.json`, 'utf8')) as {
        widgets: { title: string }
      }
      expect(texts.widgets.title).toMatch(words)
    }
  })

  test.each([
    '1.2-034 /initial-wizard',
    '1.2-037 /fw-upgrade',
    '1.2-038 /bck-restore-progress',
    '1.2-039 /subscription_lock',
    '1.2-040 /privilege-mode-active',
    '1.2-041 3.2-029 /rpl-gw-progress',
    '1.2-042 3.2-100 /gateway_removed',
    '1.2-043 /gateway-locked',
  ])('%s is a status screen', (line) => {
    expect(at(line.split(' ').at(-1) ?? '')?.kind).toBe('status')
  })
})

describe('spec 3 §2 addresses of administrators', () => {
  test.each([
    '3.2-027 3.2-089 /groups/:selectedGroupId group',
    '3.2-028 3.2-090 /create_edit_group_page/:editGroup edit_group',
    '3.2-089 /groups groups',
    '3.2-090 /create_edit_group_page create_edit_group_page',
    '3.2-030 /replacement-log replacement_log',
  ])('%s is a screen of administrators alone', (line) => {
    const [route = '', id] = line.split(' ').slice(-2)
    expect(at(route)).toMatchObject({ id, access: { when: { all: [{ role: 'admin' }, {}] } } })
  })
})

describe('spec 1 §2 what looks back', () => {
  test.each(['1.2-045 /dashboard', '1.2-046 /dashboard_chart/:id', '1.2-047 /dashboard_gateway_chart'])(
    '%s is a main screen: of people who are signed in and have a gateway',
    (line) => {
      const screen = at(line.split(' ')[1] ?? '')
      expect(screen?.kind).toBe('custom')
      expect(screen?.access).toMatchObject({ gateway: true })
    },
  )
})

test('the address of an area leads to one screen of it, which stands below', () => {
  const entrances = screens.flatMap(({ screen }) =>
    'entrance' in screen && screen.entrance !== undefined
      ? [{ from: screen.entrance, to: screen.route }]
      : [],
  )
  expect(entrances.map(({ from }) => from)).toContain('/devices')
  expect(new Set(entrances.map(({ from }) => from)).size).toBe(entrances.length)
  for (const { from, to } of entrances) {
    expect(to.startsWith(`${from}/`)).toBe(true)
    expect(at(from)).toBeUndefined()
  }
})

// 1.2-001
test('spec 1 §2 every address is clean: a path, without a fragment or a file', () => {
  for (const { screen } of screens) expect(screen.route).toMatch(/^(?:\/[\w-]+|\/:\w+)+$/)
})
