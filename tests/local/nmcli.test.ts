import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NetworkSettings } from '#gateway/node/setup/network-settings.ts'
import { terseRows } from '#gateway/node/setup/nmcli.ts'
import { findSettings } from '#gateway/node/setup/setup.ts'
import { wifiKey } from '#gateway/node/setup/wifi-key.ts'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import { FakeSystem } from './fake-system.ts'

const hex = (name: string): string => Buffer.from(name).toString('hex').toUpperCase()
const running = { when: ['general'], out: 'running\n' }
const devices = {
  when: ['device', 'status'],
  out: 'eth0:ethernet:unavailable\nwlan0:wifi:connected\np2p-dev-wlan0:wifi-p2p:disconnected\nlo:loopback:connected (externally)\n',
}
const home: WifiChoice = { ssid: 'Home', encryption: 'wpa2', password: 'correct horse' }

let system: FakeSystem
let settings: NetworkSettings
beforeEach(async () => {
  system = new FakeSystem('nmcli', 'timedatectl')
  system.answers([running])
  settings = await findSettings()
})
afterEach(() => system.close())

/** What `nmcli device wifi list` prints, in the order of the fields that are asked for. */
function air(...lines: readonly (readonly [mark: string, signal: string, security: string, name: string])[]) {
  const out = lines.map(([mark, signal, security, name]) => `${mark}:${signal}:${security}:${hex(name)}\n`)
  system.answers([running, devices, { when: ['wifi', 'list'], out: out.join('') }])
}

describe('which settings a machine has', () => {
  test('real ones where NetworkManager runs', () => {
    expect(settings.simulated).toBe(false)
  })

  test.each([
    ['it does not run', { when: ['general'], out: 'not running\n' }],
    ['it fails', { when: ['general'], err: 'Error', code: 8 }],
  ])('simulated ones when %s', async (_when, answer) => {
    system.answers([answer])
    expect((await findSettings()).simulated).toBe(true)
  })
})

describe('a scan', () => {
  // 1.7-030
  test('tells name, signal and protection of each network once, the strongest first', async () => {
    air(
      [' ', '40', 'WPA2', 'Home'],
      ['*', '82', 'WPA2', 'Home'],
      [' ', '90', '', 'Café'],
      [' ', '30', 'WEP', 'Old'],
      [' ', '29', 'WPA1', 'Older'],
      [' ', '28', 'WPA1 WPA2', 'Mixed'],
      [' ', '27', 'WPA2 WPA3', 'New'],
      [' ', '26', 'WPA3', 'Newest'],
      [' ', '25', 'WPA2 802.1X', 'Office'],
    )
    expect(await settings.scan()).toEqual([
      { ssid: 'Café', signal: 90, encryption: 'none', connected: false },
      { ssid: 'Home', signal: 82, encryption: 'wpa2', connected: true },
      { ssid: 'Old', signal: 30, encryption: 'wep', connected: false },
      { ssid: 'Older', signal: 29, encryption: 'wpa', connected: false },
      { ssid: 'Mixed', signal: 28, encryption: 'wpa2', connected: false },
      { ssid: 'New', signal: 27, encryption: 'wpa2', connected: false },
      { ssid: 'Newest', signal: 26, encryption: 'other', connected: false },
      { ssid: 'Office', signal: 25, encryption: 'other', connected: false },
    ])
    const [call] = system.calls('wifi', 'list')
    expect(call?.args).toEqual([
      '--terse',
      '--escape',
      'yes',
      '--fields',
      'IN-USE,SIGNAL,SECURITY,SSID-HEX',
      'device',
      'wifi',
      'list',
      '--rescan',
      'yes',
    ])
    expect(call?.language).toBe('C')
  })

  test.each([
    ['a colon and a backslash', 'a:b\\c'],
    ['lines', 'one\n*:99:WPA2:two\r\n'],
    ['quotes and a shell', `"'$(reboot)\`;|&`],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['emoji', '🏠📶'],
    ['a terminal', '\u001b[31mred\u0007'],
    ['writing from right to left', '\u202Eabc'],
    ['blanks', '  '],
  ])('takes a name with %s as it is', async (_what, name) => {
    air([' ', '50', 'WPA2', name])
    expect(await settings.scan()).toEqual([{ ssid: name, signal: 50, encryption: 'wpa2', connected: false }])
  })

  test('that is refused so soon after another one tells what was heard then', async () => {
    const err = 'Error: Scanning not allowed immediately following previous scan.'
    system.answers([
      { when: ['--rescan', 'yes'], err, code: 1 },
      { when: ['--rescan', 'no'], out: ` :50:WPA2:${hex('Home')}\n` },
    ])
    expect(await settings.scan()).toMatchObject([{ ssid: 'Home' }])
  })

  test('that fails altogether fails', async () => {
    system.answers([{ when: ['wifi', 'list'], err: 'Error: NetworkManager is not running.', code: 8 }])
    await expect(settings.scan()).rejects.toMatchObject({ code: 8 })
  })

  test('keeps networks that do not say their name, and does not offer names that are no text', async () => {
    system.answers([
      running,
      { when: ['wifi', 'list'], out: ' :60:WPA2:\n :50:WPA2:FFFE41\n :40:WPA2:004100\n' },
    ])
    expect(await settings.scan()).toEqual([
      { ssid: '', signal: 60, encryption: 'wpa2', connected: false },
      { ssid: '\uFFFD\uFFFDA', signal: 50, encryption: 'other', connected: false },
      { ssid: '\0A\0', signal: 40, encryption: 'other', connected: false },
    ])
  })
})

describe('the network', () => {
  test('is the Wi-Fi that the machine is in', async () => {
    air(['*', '82', 'WPA2', 'Home'])
    expect(await settings.network()).toEqual({ type: 'wifi_client', ip: undefined, ssid: 'Home' })
  })

  test('is the cable, or none', async () => {
    system.answers([
      { when: ['device', 'status'], out: 'eth0:ethernet:connected\nwlan0:wifi:disconnected\n' },
    ])
    expect(await settings.network()).toMatchObject({ type: 'ethernet_client' })
    system.answers([{ when: ['device', 'status'], out: 'wlan0:wifi:disconnected\n' }])
    expect(await settings.network()).toEqual({})
  })
})

describe('joining', () => {
  const connections = {
    when: ['connection', 'show'],
    out: 'Wired connection 1\ngatehouse-wifi-0123456789ab\nIt\\: a name\n',
  }
  const refuses = (err: string, code = 4) =>
    system.answers([devices, connections, { when: ['connection', 'up'], err, code }])
  const nameOf = () => String(system.calls('add')[0]?.args[5])

  beforeEach(() => system.answers([devices, connections]))

  // 1.7-026 1.5-030
  test.each<[WifiChoice, string[]]>([
    [{ ssid: 'Home', encryption: 'none' }, []],
    [
      { ssid: 'Home', encryption: 'wep', password: 'abcde' },
      ['802-11-wireless-security.key-mgmt', 'none', '802-11-wireless-security.wep-key-type', 'key'],
    ],
    [
      { ssid: 'Home', encryption: 'wpa', password: 'correct horse' },
      ['802-11-wireless-security.key-mgmt', 'wpa-psk', '802-11-wireless-security.proto', 'wpa'],
    ],
    [
      { ...home, hidden: true },
      [
        '802-11-wireless-security.key-mgmt',
        'wpa-psk',
        '802-11-wireless-security.proto',
        'rsn',
        '802-11-wireless.hidden',
        'yes',
      ],
    ],
  ])('adds a connection of its own for %o', async (choice, protection) => {
    expect(await settings.join(choice)).toBeUndefined()
    const name = nameOf()
    expect(name).toMatch(/^gatehouse-wifi-[0-9a-f]{12}$/)
    expect(system.calls('add')[0]?.args).toEqual(
      ['connection', 'add', 'type', 'wifi', 'con-name', name, 'ifname', 'wlan0', 'ssid', 'Home'].concat(
        ['connection.autoconnect', 'no'],
        protection,
      ),
    )
    expect(system.calls('modify')[0]?.args).toEqual(
      ['connection', 'modify', 'id', name].concat('connection.autoconnect', 'yes'),
    )
  })

  test('hands the key over in a file that nobody else reads, and the password nowhere', async () => {
    await settings.join(home)
    const key = await wifiKey(home)
    const [up] = system.calls('up')
    expect(up).toMatchObject({ secrets: `802-11-wireless-security.psk:${key}\n`, mode: '600' })
    const said = system.calls().flatMap(({ args }) => args)
    expect(said.join('\n')).not.toContain(home.password)
    expect(said.join('\n')).not.toContain(key)
    await settings.join({ ssid: 'Old', encryption: 'wep', password: 'abcde' })
    expect(system.calls('up')[1]?.secrets).toBe('802-11-wireless-security.wep-key0:6162636465\n')
  })

  test('an open network has no key at all', async () => {
    await settings.join({ ssid: 'Café', encryption: 'none' })
    expect(system.calls('up')[0]?.args).not.toContain('passwd-file')
  })

  test('once it is in, earlier connections of ours go, and those of others stay', async () => {
    await settings.join(home)
    expect(system.calls('delete').map(({ args }) => args)).toEqual([
      ['connection', 'delete', 'id', 'gatehouse-wifi-0123456789ab'],
    ])
  })

  test.each([
    ['Error: Connection activation failed: (7) Secrets were required, but not provided.', 4, 'wrongPassword'],
    ['Error: Connection activation failed: (53) The Wi-Fi network could not be found', 4, 'notFound'],
    [
      'Error: Connection activation failed: (5) IP configuration could not be reserved (no available address, timeout, etc.).',
      4,
      'noAddress',
    ],
    ['Error: Timeout expired (45 seconds)', 3, 'timeout'],
    ['Error: something else', 1, 'other'],
  ])('%s: the attempt is taken back', async (err, code, reason) => {
    refuses(err, code)
    expect(await settings.join(home)).toBe(reason)
    // What worked before is left alone.
    expect(system.calls('delete').map(({ args }) => args)).toEqual([['connection', 'delete', 'id', nameOf()]])
  })

  test('a machine without Wi-Fi joins nothing', async () => {
    system.answers([{ when: ['device', 'status'], out: 'eth0:ethernet:connected\n' }])
    expect(await settings.join(home)).toBe('other')
    expect(system.calls('add')).toEqual([])
  })

  test.each(['$(reboot)', '--help', '-x', '"; reboot #', 'a b\nc', '🏠', '../../etc', '\u001b[2J'])(
    'the name %j is one argument like any other',
    async (ssid) => {
      expect(await settings.join({ ...home, ssid })).toBeUndefined()
      const args = system.calls('add')[0]?.args ?? []
      expect(args[args.indexOf('ssid') + 1]).toBe(ssid)
      expect(args).toHaveLength(16)
    },
  )
})

describe('the time zone', () => {
  // 1.7-027 1.7-031 1.7-032
  test('is asked of the system and set there', async () => {
    system.answers([
      { when: ['list-timezones'], out: 'Africa/Abidjan\nEurope/Zurich\nUTC\n' },
      { when: ['show'], out: 'Europe/Zurich\n' },
    ])
    expect(await settings.timezones()).toEqual(['Africa/Abidjan', 'Europe/Zurich', 'UTC'])
    expect(await settings.timezone()).toBe('Europe/Zurich')
    await settings.setTimezone('UTC')
    expect(system.calls('set-timezone')[0]?.args).toEqual(['--no-ask-password', 'set-timezone', 'UTC'])
  })
})

describe('the key of a network', () => {
  test.each([
    ['IEEE', 'password', 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e'],
    ['ThisIsASSID', 'ThisIsAPassword', '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af'],
  ])('of %s is the one of IEEE 802.11, annex J', async (ssid, password, key) => {
    expect(await wifiKey({ ssid, encryption: 'wpa2', password })).toBe(key)
  })

  test('that is given as digits stays as it is', async () => {
    const digits = 'AB'.repeat(32)
    expect(await wifiKey({ ssid: 'x', encryption: 'wpa', password: digits })).toBe(digits)
    expect(await wifiKey({ ssid: 'x', encryption: 'wep', password: '0123456789' })).toBe('0123456789')
    expect(await wifiKey({ ssid: 'x', encryption: 'wep', password: 'abcdefghijklm' })).toBe(
      '6162636465666768696a6b6c6d',
    )
  })
})

test('terse lines give back every field, whatever stands in it', () => {
  const escaped = (text: string): string => text.replaceAll(/[\\:]/g, '\\$&')
  const field = fc.string().map((text) => text.replaceAll('\n', ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field, field)), (lines) => {
      const printed = lines.map((line) => `${line.map(escaped).join(':')}\n`).join('')
      expect(terseRows(printed, 3)).toEqual(lines)
    }),
  )
})
