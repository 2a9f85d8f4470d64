import { describe, expect, test } from 'vitest'
import { checkedProject } from './kit.ts'

const { saidOf } = checkedProject()

describe('the other definitions', () => {
  const screen = (changes: object) => ({
    id: 'one',
    route: '/one',
    kind: 'tiles',
    resource: 'device',
    ...changes,
  })

  const list = (changes: object) => ({
    ...{ id: 'one', route: '/one', kind: 'list', resource: 'gateway' },
    ...{ columns: [{ field: 'name' }], ...changes },
  })

  test.each<[string, string, object | string, string | RegExp]>([
    [
      'a screen without its resource',
      'screens/test/one.json',
      screen({ resource: 'devic' }),
      'There is no resource "devic" (did you mean "device"?)',
    ],
    [
      'a screen that opens nothing',
      'screens/test/one.json',
      screen({ open: 'devise' }),
      'There is no screen "devise" (did you mean "device"?)',
    ],
    [
      'a limit that is not named',
      'screens/test/one.json',
      screen({ first: 'quickControlsFirs' }),
      'There is no limit "quickControlsFirs" (did you mean "quickControlsFirst"?)',
    ],
    [
      'a limit that only the server knows',
      'screens/test/one.json',
      screen({ first: 'gatewayFetchLimit' }),
      'There is no limit "gatewayFetchLimit"',
    ],
    [
      'a flag that does not exist',
      'screens/test/one.json',
      screen({ access: { when: { flag: 'GATEWAY_EDITT' } } }),
      'There is no flag "GATEWAY_EDITT" (did you mean "GATEWAY_EDIT"?)',
    ],
    [
      'a sibling that is no screen',
      'screens/test/one.json',
      screen({ views: ['device_table'] }),
      'There is no screen "device_table" (did you mean "devices_table"?)',
    ],
    [
      'an action of nobody',
      'screens/test/one.json',
      screen({ pageActions: ['opn'] }),
      'There is no action "opn" (did you mean "open"?)',
    ],
    [
      'a kind of screen that is unknown',
      'screens/test/one.json',
      screen({ kind: 'tile' }),
      '"kind" must be "tiles", not "tile"',
    ],
    [
      'a field that its kind does not have',
      'screens/test/one.json',
      screen({ chip: 'room' }),
      'Unknown field "chip" (did you mean "chips"?)',
    ],
    [
      'a call that no document names',
      'resources/one.json',
      { entity: 'gateway', id: 'serialNumber', from: { operation: 'listGateway', rows: 'data' } },
      'There is no operation "listGateway" (did you mean "listGateways"?)',
    ],
    [
      'a command that the channel does not know',
      'resources/one.json',
      {
        entity: 'gateway',
        id: 'serialNumber',
        from: { live: 'devices' },
        actions: { go: { command: 'get_layot' } },
      },
      'There is no command "get_layot" (did you mean "get_layout"?)',
    ],
    [
      'something that its call does not take',
      'resources/one.json',
      {
        entity: 'gateway',
        id: 'serialNumber',
        from: { operation: 'listGateways', rows: 'data', fixed: { ownrs: true } },
      },
      'listGateways takes no "ownrs" (did you mean "owners"?)',
    ],
    [
      'something in the query that its call does not take',
      'resources/one.json',
      {
        entity: 'gateway',
        id: 'serialNumber',
        from: { operation: 'listGateways', rows: 'data', query: { search: 'search' } },
      },
      'listGateways takes no "search"',
    ],
    [
      'a field that no answer has',
      'resources/one.json',
      { entity: 'gateway', id: 'serialNumber', from: { operation: 'listGateways', rows: 'date' } },
      'The answer of listGateways has no field "date" (did you mean "data"?)',
    ],
    [
      'a total that no answer of a command has',
      'resources/one.json',
      { entity: 'rule', id: 'id', from: { command: 'get_rules_list', rows: 'rule' } },
      'has no field "rule"',
    ],
    [
      'a call without the part of its address that it needs',
      'screens/test/one.json',
      screen({ pageActions: ['go'], actions: { go: { operation: 'renameGateway', params: {} } } }),
      'renameGateway needs "sn"',
    ],
    [
      'a part of a body that its call does not take',
      'screens/test/one.json',
      screen({
        pageActions: ['go'],
        actions: {
          go: {
            operation: 'renameGateway',
            params: { sn: 'gateway.serialNumber' },
            body: { nam: 'gateway.name' },
          },
        },
      }),
      'renameGateway takes no "nam" (did you mean "name"?)',
    ],
    [
      'a parameter that its command does not take',
      'screens/test/one.json',
      screen({
        pageActions: ['go'],
        actions: { go: { command: 'play_rule', params: { rule: 'gateway.name' } } },
      }),
      'play_rule takes no "rule"',
    ],
    [
      'a part of an address that the screen does not have',
      'screens/test/one.json',
      screen({ pageActions: ['go'], actions: { go: { goto: 'device', params: { di: 'gateway.name' } } } }),
      'The address of the screen "device" has no "di" (did you mean "id"?)',
    ],
    [
      'a filter that the list of an address does not have',
      'screens/test/one.json',
      screen({
        pageActions: ['go'],
        actions: {
          go: { goto: 'gate_select', params: { 'f.group': 'gateway.name', 'f.grop': 'gateway.name' } },
        },
      }),
      'The address of the screen "gate_select" has no "f.grop" (did you mean "f.group"?)',
    ],
    [
      'a limit that is no number',
      'screens/test/one.json',
      screen({ first: 'devicePageSizes' }),
      'The limit "devicePageSizes" is no number',
    ],
    [
      'an entry of a menu twice',
      'menus/user.json',
      {
        items: [
          { id: 'scenes', icon: 'scenes', screen: 'scenes_list' },
          { id: 'home', icon: 'rooms', children: [{ id: 'scenes', icon: 'scenes', screen: 'scenes_list' }] },
        ],
      },
      'The menu has "scenes" twice',
    ],
    [
      'an event that never comes',
      'resources/one.json',
      {
        entity: 'gateway',
        id: 'serialNumber',
        from: { live: 'devices' },
        live: [{ event: 'device_addd', does: 'patch' }],
      },
      'There is no event "device_addd" (did you mean "device_added"?)',
    ],
    [
      'a binding to a field that rows lack',
      'resources/one.json',
      {
        entity: 'gateway',
        id: 'serialNumber',
        from: { live: 'devices' },
        actions: { go: { goto: 'device', params: { id: 'row.serialNumbr' } } },
      },
      '"row.serialNumbr": a row has no field "serialNumbr" (did you mean "serialNumber"?)',
    ],
    [
      'an entity without a schema',
      'resources/one.json',
      { entity: 'gatway', id: 'id', from: { live: 'devices' } },
      'There is no entity "gatway" (did you mean "gateway"?)',
    ],
    [
      'a form for a field that nobody sends',
      'forms/login.json',
      { schema: 'entities/login.json', groups: [['identity'], ['secre']] },
      'The schema has no field "secre" (did you mean "secret"?)',
    ],
    [
      'a menu to nowhere',
      'menus/one.json',
      { items: [{ id: 'a', icon: 'devices', screen: 'devise' }] },
      'There is no screen "devise" (did you mean "device"?)',
    ],
    [
      'a menu with an icon that nobody drew',
      'menus/one.json',
      { items: [{ id: 'a', icon: 'settigs' }] },
      'There is no icon "settigs" (did you mean "settings"?)',
    ],
    [
      'a column that no row has',
      'screens/test/one.json',
      list({ columns: [{ field: 'nam' }] }),
      'A row of "gateway" has no field "nam" (did you mean "name"?)',
    ],
    [
      'a note below a column that no row has',
      'screens/test/one.json',
      list({ columns: [{ field: 'name', note: 'modl' }] }),
      'A row of "gateway" has no field "modl" (did you mean "model"?)',
    ],
    [
      'an order by what no row has',
      'screens/test/one.json',
      list({ order: '-nam' }),
      'A row of "gateway" has no field "nam" (did you mean "name"?)',
    ],
    [
      'a filter that neither rows nor their call know',
      'screens/test/one.json',
      list({ filters: [{ field: 'unassignd' }] }),
      'A row of "gateway" has no field "unassignd"',
    ],
    [
      'a column of devices that no row has',
      'screens/test/one.json',
      list({ resource: 'device', columns: [{ field: 'batery' }] }),
      'A row of "device-row" has no field "batery" (did you mean "battery"?)',
    ],
    [
      'a condition on a field that no row has',
      'screens/test/one.json',
      list({ columns: [{ field: 'name', when: { not: { row: { modl: 'A' } } } }] }),
      'A row of "gateway" has no field "modl" (did you mean "model"?)',
    ],
    [
      'an action of a whole list that is offered by what is known of rows only',
      'screens/test/one.json',
      list({ pageActions: [{ action: 'a', when: { row: { name: 'A' } } }] }),
      'A row of "list" has no field "name"',
    ],
    [
      'a column of a section that no row has',
      'screens/test/one.json',
      {
        ...{ id: 'one', route: '/one', kind: 'sections' },
        sections: [{ id: 'a', block: 'list', resource: 'gateway', columns: [{ field: 'nam' }] }],
      },
      'A row of "gateway" has no field "nam" (did you mean "name"?)',
    ],
    [
      'a row that is told apart by what it lacks',
      'resources/one.json',
      { entity: 'gateway', id: 'serialNumbr', from: { live: 'devices' } },
      'A row of "gateway" has no field "serialNumbr" (did you mean "serialNumber"?)',
    ],
    [
      'a search in what no row has',
      'resources/one.json',
      { entity: 'gateway', id: 'name', from: { live: 'devices', searchIn: ['name', 'modl'] } },
      'A row of "gateway" has no field "modl" (did you mean "model"?)',
    ],
    [
      'a switch for an action of nobody',
      'screens/test/one.json',
      list({ columns: [{ field: 'name', switch: 'opn' }] }),
      /^There is no action "opn"/,
    ],
    [
      'an order of tiles that nobody keeps',
      'screens/test/one.json',
      screen({ arrange: 'keepOrdr' }),
      /^There is no action "keepOrdr"/,
    ],
    [
      'an answer that leads to an action of nobody',
      'screens/test/one.json',
      // As text: an object with a `then` would pass for a promise.
      `{ "id": "one", "route": "/one", "kind": "status", "picture": "gateway",
        "poll": { "operation": "getGateway", "every": "auditNewsEvery", "then": "lern" } }`,
      /^There is no action "lern"/,
    ],
    [
      'a picture for a value that nobody drew',
      'screens/test/one.json',
      {
        ...{ id: 'one', route: '/one', kind: 'status', picture: 'gateway' },
        variants: [{ by: 'row.a', words: 'byA', pictures: { x: 'gatway' } }],
      },
      'There is no icon "gatway" (did you mean "gateway"?)',
    ],
    [
      'an action whose function is not in the app',
      'screens/test/one.json',
      screen({ actions: { go: { code: 'renameGatway', needs: [] } } }),
      'There is no function "renameGatway" in the app (did you mean "renameGateway"?)',
    ],
    [
      'a screen that is a component which is not in the app',
      'screens/test/one.json',
      { id: 'one', route: '/one', kind: 'custom', component: 'addRom' },
      'There is no block "addRom" in the app (did you mean "addRoom"?)',
    ],
    [
      'a column of its own that is not in the app',
      'screens/test/one.json',
      screen({ aside: 'tody' }),
      'There is no block "tody" in the app (did you mean "today"?)',
    ],
    [
      'a sub-role that nobody can have',
      'screens/test/one.json',
      screen({ access: { when: { subrole: 'viewr' } } }),
      'There is no sub-role "viewr" (did you mean "viewer"?)',
    ],
    [
      'a crumb to nowhere',
      'screens/test/one.json',
      list({ parent: 'gate_selct' }),
      'There is no screen "gate_selct" (did you mean "gate_select"?)',
    ],
    [
      'a cell that nothing draws',
      'screens/test/one.json',
      list({ columns: [{ field: 'name', cell: 'bagde' }] }),
      'Unknown cell "bagde" (did you mean "badge"?)',
    ],
    [
      'a condition that nobody knows',
      'menus/one.json',
      { items: [{ id: 'a', icon: 'devices', when: { roel: 'admin' } }] },
      'Unknown field "roel" (did you mean "role"?)',
    ],
    [
      'a key that leads nowhere',
      'shortcuts.json',
      { shortcuts: [{ keys: 'g d', goto: 'quick_control' }] },
      'There is no screen "quick_control" (did you mean "quick_controls"?)',
    ],
    [
      'news of an event that never comes',
      'news.json',
      { news: { gateway_assignd: { icon: 'gateway', of: 'gateway', tone: 'ok' } }, notifications: {} },
      'There is no event "gateway_assignd" (did you mean "gateway_assigned"?)',
    ],
    [
      'a room that nobody drew',
      'rooms.json',
      { icons: ['room-livng'] },
      'There is no icon "room-livng" (did you mean "room-living"?)',
    ],
    [
      'a limit without a unit',
      'limits.json',
      { limits: { a: { value: 1, about: 'one' } } },
      '"unit" is missing in "a"',
    ],
    [
      'a rule with an icon that nobody drew',
      'rules/exposes.json',
      {
        exposes: { a: { service: 'A', icon: 'sunn' } },
        compounds: {},
        prefixes: [],
        others: { config: 'A', diagnostic: 'A', writable: 'A', readable: 'A' },
      },
      'There is no icon "sunn" (did you mean "sun"?)',
    ],
    ['a rule file that nobody reads', 'rules/one.json', {}, 'There is no schema definitions/rules-one.json'],
  ])('%s', (_name, path, content, said) => {
    const found = saidOf(path, content).filter((line) => line.startsWith(`catalogue/${path}:`))
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toContainEqual(
      typeof said === 'string' && said.endsWith(')') ? said : expect.stringMatching(said),
    )
    expect(found[0]).toMatch(/^\S+\.json:\d+:\d+ /)
  })

  test.each<[string, string, string | object, string]>([
    [
      'a screen with a slip',
      'screens/devices/quick_controls.json',
      { id: 'quick_controls', route: '/devices', kind: 'tiles', resource: 'device', chip: 'room' },
      'Unknown field "chip" (did you mean "chips"?)',
    ],
    [
      'a screen that is no JSON',
      'screens/devices/quick_controls.json',
      '{ "id": ',
      'A value is expected here',
    ],
    ['a resource that is no JSON', 'resources/gateway.json', '{ "id": ', 'A value is expected here'],
    ['limits that are no JSON', 'limits.json', '{ "limits": ', 'A value is expected here'],
    ['icons that are no JSON', 'icons.json', '{ "home": ', 'A value is expected here'],
    [
      'a form without its schema',
      'forms/login.json',
      { schema: 'entities/logn.json', groups: [['identity']] },
      'There is no schema entities/logn.json',
    ],
  ])('%s is told once, and nothing that names it', (_what, path, content, said) => {
    const found = saidOf(path, content)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`catalogue/${path}:`)
    expect(found[0]).toContain(said)
  })

  test('two screens with one route', () => {
    expect(
      saidOf('screens/test/one.json', screen({ route: '/login' })).some((line) =>
        line.includes('The route "/login'),
      ),
    ).toBe(true)
  })
})
