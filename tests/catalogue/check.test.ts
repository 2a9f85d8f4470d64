import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyTypeRules } from '#schemas/generated/definitions/rules-property-types.ts'
import { definitionSchemas } from '#server/catalogue/check/schemas.ts'
import { spelled } from '#server/catalogue/check/spelled.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../../scripts/catalogue/check/check.ts'
import { namesInCode } from '../../scripts/catalogue/check/in-code.ts'
import { copyOfProject, projectCopy, put, readJson, root } from './kit.ts'

const schemas = definitionSchemas
const code = namesInCode()
let folder: string
beforeAll(() => {
  folder = copyOfProject()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the check says of a project in which one file is different. */
function saidOf(path: string, content: string | object): string[] {
  const changed = join(folder, 'catalogue', path)
  const before = existsSync(changed) ? readFileSync(changed, 'utf8') : undefined
  put(folder, `catalogue/${path}`, content)
  const said = checkCatalogue(projectPlaces(folder), schemas, code).map(spelled)
  if (before === undefined) rmSync(changed)
  else put(folder, `catalogue/${path}`, before)
  return said
}

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`

/** A good model, with some of its lines changed. */
const model = (changes: Readonly<Record<string, string>> = {}, name = 'X1'): string => {
  const good: Record<string, string> = {
    version: '  "schemaVersion": 1,',
    model: `  "model": "${name}",`,
    type: '  "type": "Dimmer",',
    name: '  "name": "One",',
    icon: '  "icon": "dimmer",',
    header: '  "serviceInHeader": { "service": "DimmerService", "property": "state" },',
    match: `  "match": [{ "ecosystem": "native", "class": "${name}" }],`,
    services: '  "services": { "DimmerService": { "type": "DimmerService", "properties": {',
    state: '    "state": { "kind": "bool", "access": ["read", "write"], "on": true, "off": false },',
    level:
      '    "level": { "kind": "range", "access": ["read", "write"], "unit": "%", "min": 0, "max": 100 } } } },',
    properties: '  "properties": [',
    first:
      '    { "service": "DimmerService", "property": "state", "grid": [0, 0, 1, 1], "options": { "propertyType": "iconType" } },',
    second:
      '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "valueSetter" } }',
    end: '  ]',
  }
  return lines('{', ...Object.entries({ ...good, ...changes }).map(([, line]) => line), '}')
}

const file = 'catalogue/devices/test/X1.json'
const sayOfModel = (changes: Readonly<Record<string, string>>): string[] =>
  saidOf('devices/test/X1.json', model(changes))

test('a property type that no widget draws yet', () => {
  const { types } = readJson('catalogue/rules/property-types.json') as PropertyTypeRules
  const without = { types: { ...types, smartmeter: { ...types.smartmeter, placeable: false } } }
  const second =
    '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "smartmeter" } }'
  put(folder, file, model({ second }))
  const said = saidOf('rules/property-types.json', without)
  rmSync(join(folder, file))
  const there = Object.entries(types).flatMap(([name, rule]) =>
    rule?.placeable && name !== 'smartmeter' ? [name] : [],
  )
  expect(said.filter((line) => line.startsWith(file))).toEqual([
    `${file}:14:107 No widget draws "smartmeter" yet (known: ${there.join(', ')})`,
  ])
})

test('a good model gives nothing to say', () => {
  expect(sayOfModel({})).toEqual([])
})

/** A model of Zigbee2MQTT describes nothing itself: the device and the rules do. */
const byRule = (
  service: string,
  property: string,
  propertyType: string,
): Readonly<Record<string, string>> => ({
  header: '',
  match: '  "match": [{ "ecosystem": "zigbee2mqtt", "vendor": "Test", "model": "X1" }],',
  services: '',
  state: '',
  level: '',
  first: '',
  second: `    { "service": "${service}", "property": "${property}", "grid": [0, 0, 1, 1], "options": { "propertyType": "${propertyType}" } }`,
})

describe('of a device that describes itself', () => {
  test('a widget for numbers on a switch is told, with the widget that the rules would take', () => {
    expect(sayOfModel(byRule('SwitchService', 'state', 'valueSetter'))).toEqual([
      `${file}:14:107 A valueSetter is for values of kind number or range, but SwitchService/state is of kind bool or option (did you mean "iconType"?)`,
    ])
    expect(sayOfModel(byRule('LightService', 'brightness', 'valueSetter'))).toEqual([])
  })

  test('a slip in the name of a service is told as one, and no words are asked for', () => {
    expect(sayOfModel(byRule('SwichService', 'state', 'iconType'))).toEqual([
      `${file}:14:18 There is no service "SwichService" (did you mean "SwitchService"?)`,
    ])
  })

  test('a tile that names what the entry leaves to the device is told to place it', () => {
    const header = '  "quickProperties": [{ "service": "TemperatureService", "property": "temperature" }],'
    expect(sayOfModel({ ...byRule('SwitchService', 'state', 'iconType'), header })).toEqual([
      `${file}:7:36 There is no TemperatureService/temperature in this entry, which the tile names (place it in "properties", or describe it in "services")`,
    ])
  })
})

describe('one message for one fault, with file, line, column and what was meant', () => {
  test.each<[string, Record<string, string>, string | RegExp]>([
    ['a comma is missing', { type: '  "type": "Dimmer"' }, `${file}:5:3 A comma is expected here`],
    [
      'a comment',
      { type: '  // no\n  "type": "Dimmer",' },
      `${file}:4:3 Comments are not allowed in these files`,
    ],
    [
      'an unknown field',
      { icon: '  "icon": "dimmer", "colour": 1,' },
      /^.*X1\.json:6:21 Unknown field "colour" \(known: model, .*schemaVersion.*\)$/,
    ],
    [
      'a field with a slip',
      { icon: '  "icn": "dimmer",' },
      `${file}:6:3 Unknown field "icn" (did you mean "icon"?)`,
    ],
    [
      'a field that stands twice',
      { icon: '  "icon": "dimmer", "icon": "bulb",' },
      `${file}:6:21 The field "icon" stands here twice`,
    ],
    ['a wrong type', { name: '  "name": 7,' }, `${file}:5:11 "name" must be a text, not 7`],
    [
      'an unknown type of device',
      { type: '  "type": "Dimer",' },
      `${file}:4:11 Unknown type "Dimer" (did you mean "Dimmer"?)`,
    ],
    [
      'a type of which none is alike',
      { type: '  "type": "Plug",' },
      /^.*X1\.json:4:11 Unknown type "Plug" \(known: (?=.*Outlet)(?=.*Dimmer)(?=.*Generic)Light, Lock, .*\)$/,
    ],
    [
      'a curly quote at the end of a text',
      { name: '  "name": "One\u201D,' },
      `${file}:5:15 This quote is curly; JSON takes straight ones: "`,
    ],
    [
      'another version',
      { version: '  "schemaVersion": 2,' },
      `${file}:2:20 "schemaVersion" must be 1, not 2`,
    ],
    [
      'an unknown property type',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "valuSeter" } }',
      },
      `${file}:14:107 Unknown property type "valuSeter" (did you mean "valueSetter"?)`,
    ],
    [
      'an icon that nobody drew',
      { icon: '  "icon": "dimer",' },
      `${file}:6:11 There is no icon "dimer" (did you mean "dimmer"?)`,
    ],
    [
      'words in one language alone',
      {
        icon: '  "icon": "dimmer", "words": { "ch_DE": { "values": { "XService": { "x": "eins" } } }, "ch_EN": {} },',
      },
      `${file}:6:74 There is no text values.XService.x in ch_EN`,
    ],
    [
      'words that all models have',
      {
        icon: '  "icon": "dimmer", "words": { "ch_DE": { "values": { "common": { "ON": "an" } } }, "ch_EN": {} },',
      },
      `${file}:6:73 values.common.ON is said by locales already: these words would never be seen`,
    ],
    [
      'a drawing that is no outline',
      { icon: '  "icon": "own", "icons": { "own": "url(x)" },' },
      `${file}:6:36 "own" can't be "url(x)"; it takes the outline of a drawing of 24 by 24, such as M4 12h16`,
    ],
    [
      'two placements in one place',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [0, 0, 3, 1], "options": { "propertyType": "valueSetter" } }',
      },
      `${file}:14:64 DimmerService/level lies over DimmerService/state in the section control (row 1 is free)`,
    ],
    [
      'a placement over the edge',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [1, 2, 3, 1], "options": { "propertyType": "valueSetter" } }',
      },
      `${file}:14:64 DimmerService/level reaches over the right edge: column 2 and width 3, but a section has 4 columns (width 2 fits)`,
    ],
    [
      'a width of five',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [1, 0, 5, 1], "options": { "propertyType": "valueSetter" } }',
      },
      `${file}:14:71 "grid" must be at most 4, not 5`,
    ],
    [
      'a grid of three numbers',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [1, 0, 3], "options": { "propertyType": "valueSetter" } }',
      },
      `${file}:14:64 "grid" has 3 entries; it takes exactly 4`,
    ],
    [
      'a property that the services do not have',
      { header: '  "serviceInHeader": { "service": "DimmerService", "property": "stat" },' },
      `${file}:7:64 There is no property "stat" in DimmerService, which the header names (did you mean "state"?)`,
    ],
    [
      'a service that is not described',
      { header: '  "serviceInHeader": { "service": "DimerService", "property": "state" },' },
      `${file}:7:35 There is no service "DimerService", which the header names (did you mean "DimmerService"?)`,
    ],
    [
      'a tile that names what is not there',
      { header: '  "quickProperties": [{ "service": "DimmerService", "property": "power" }],' },
      `${file}:7:65 There is no property "power" in DimmerService, which the tile names (known: level, state)`,
    ],
    [
      'an unknown template',
      { type: '  "extends": "batery", "type": "Dimmer",' },
      `${file}:4:14 There is no template or model "batery" (did you mean "battery"?)`,
    ],
    [
      'an entry that extends itself',
      { type: '  "extends": "X1", "type": "Dimmer",' },
      `${file}:4:14 "X1" extends itself: X1 → X1`,
    ],
    [
      'a range the wrong way round',
      {
        level:
          '    "level": { "kind": "range", "access": ["read", "write"], "unit": "%", "min": 100, "max": 0 } } } },',
      },
      `${file}:11:82 min 100 is above max 0 (swap them)`,
    ],
    [
      'an unknown kind',
      { level: '    "level": { "kind": "rang", "access": ["read", "write"] } } } },' },
      `${file}:11:24 Unknown kind "rang" (did you mean "range"?)`,
    ],
    [
      'an option without options',
      {
        level: '    "level": { "kind": "option", "access": ["read", "write"] } } } },',
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "selection1" } }',
      },
      `${file}:11:24 An option without options (list them in "options")`,
    ],
    [
      'a setter for what is only read',
      { level: '    "level": { "kind": "number", "access": ["read"] } } } },' },
      `${file}:14:107 A valueSetter sends what is set, but DimmerService/level is only read (did you mean "serviceWithUnit"?)`,
    ],
    [
      'a parameter that the widget does not take',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "valueSetter", "params": { "contrl": "slider" } } }',
      },
      `${file}:14:134 valueSetter takes no parameter "contrl" (did you mean "control"?)`,
    ],
    [
      'a value that the parameter does not take',
      {
        second:
          '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "valueSetter", "params": { "control": "dial" } } }',
      },
      `${file}:14:145 "control" can't be "dial" (known: slider, stepper)`,
    ],
    [
      'a name of the language itself',
      { icon: '  "icon": "dimmer", "__proto__": { "a": 1 },' },
      `${file}:6:21 "__proto__" can't be the name of anything`,
    ],
    [
      'no type anywhere',
      { type: '' },
      `${file}:1:1 "type" is missing; neither the file nor a template gives it`,
    ],
    [
      'a matcher for everything',
      { match: '  "match": [{ "ecosystem": "zigbee2mqtt" }],' },
      `${file}:8:13 This matches every zigbee2mqtt device (name the vendor and the model)`,
    ],
    [
      'an unknown ecosystem',
      { match: '  "match": [{ "ecosystem": "zigbe2mqtt", "model": "X" }],' },
      `${file}:8:28 "ecosystem" must be "zigbee2mqtt", not "zigbe2mqtt"`,
    ],
    [
      'camera links without a camera',
      { icon: '  "icon": "dimmer", "cameraLinks": ["LiveView"],' },
      `${file}:6:36 Only a Camera has camera links, not a Dimmer`,
    ],
    [
      'another file name',
      { model: '  "model": "X2",' },
      `${file}:3:12 The model is "X2", but its file is called X1.json (call it X2.json)`,
    ],
    [
      'a help text that nobody wrote',
      { icon: '  "icon": "dimmer", "helpTextKey": "dimer",' },
      `${file}:6:36 There is no text help.dimer in ch_DE and ch_EN (did you mean "help.dimmer"?)`,
    ],
    [
      'a tile of five',
      {
        header: `  "quickProperties": [${Array.from({ length: 5 }, () => '{ "service": "DimmerService", "property": "state" }').join(', ')}],`,
      },
      `${file}:7:22 "quickProperties" has 5 entries; it takes at most 4`,
    ],
  ])('%s', (_name, changes, said) => {
    expect(sayOfModel(changes)).toEqual([typeof said === 'string' ? said : expect.stringMatching(said)])
  })

  test('a property without words names the key that is missing and where it belongs', () => {
    const changes = {
      header: '',
      services: '  "services": { "DimmerService": { "type": "DimmerService", "properties": {',
      state: '    "zorp": { "kind": "bool", "access": ["read", "write"] },',
      first:
        '    { "service": "DimmerService", "property": "zorp", "grid": [0, 0, 1, 1], "options": { "propertyType": "iconType" } },',
    }
    expect(sayOfModel(changes)).toEqual([
      `${file}:13:47 There is no text properties.DimmerService.zorp in ch_DE and ch_EN (add it to locales/<language>/properties.json)`,
    ])
  })

  test('an option without words', () => {
    const changes = {
      level:
        '    "level": { "kind": "option", "access": ["read", "write"], "options": [{ "value": "zorp" }] } } } },',
      second:
        '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "selection1" } }',
    }
    expect(sayOfModel(changes)).toEqual([
      `${file}:11:86 There is no text values.DimmerService.level.zorp in ch_DE and ch_EN (add it to locales/<language>/values.json)`,
    ])
  })

  test('a file that is no JSON at all', () => {
    expect(saidOf('devices/test/X1.json', 'hello')).toEqual([`${file}:1:1 This is not a JSON value`])
    expect(saidOf('devices/test/X1.json', '')).toEqual([`${file}:1:1 A value is expected here`])
    expect(saidOf('devices/test/X1.json', '[]')).toEqual([
      `${file}:1:1 The file must be an object { … }, not a list [ … ]`,
    ])
  })

  test('two files with the same model, and with the same matcher', () => {
    expect(saidOf('devices/test/DIM200.json', model({}, 'DIM200'))).toEqual([
      'catalogue/devices/test/DIM200.json:3:12 The model "DIM200" is already in catalogue/devices/gatehouse/DIM200.json',
    ])
    expect(sayOfModel({ match: '  "match": [{ "class": "DIM200", "ecosystem": "native" }],' })).toEqual([
      `${file}:8:13 The same matcher is already in catalogue/devices/gatehouse/DIM200.json`,
    ])
  })
})

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

describe('the command line', () => {
  const run = promisify(execFile)
  const check = (folder: string) =>
    run(process.execPath, [join(root, 'scripts/catalogue-check.ts'), folder], { cwd: root })

  test('ends well when the catalogue is in order', async () => {
    await expect(check(root)).resolves.toMatchObject({ stdout: expect.stringContaining('in order') })
  })

  test('ends with a fault, and prints each on a line of its own', async () => {
    const folder = projectCopy()
    put(folder, 'catalogue/devices/test/X1.json', model({ icon: '  "icn": "dimmer",', name: '  "name": 7,' }))
    const failed = await check(folder).catch((error: { code: number; stderr: string }) => error)
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stderr.trim().split('\n')).toEqual([
      `${file}:5:11 "name" must be a text, not 7`,
      `${file}:6:3 Unknown field "icn" (did you mean "icon"?)`,
    ])
  })
})

describe('the setup page of gateways is a program of its own', () => {
  const local = (said: readonly string[]): string[] =>
    said.filter((line) => line.startsWith('catalogue/local/'))
  const screen = (changes: object) => ({
    id: 'extra',
    route: '/extra',
    kind: 'form',
    form: 'wifi',
    submit: { operation: 'setWifiNetwork' },
    ...changes,
  })

  test.each([
    ['names what it has', {}, []],
    ['has no forms of the house', { form: 'gatewayName' }, ['There is no form "gatewayName"']],
    [
      'has no calls of the server',
      { submit: { operation: 'renameGateway' } },
      ['There is no operation "renameGateway"'],
    ],
    [
      'has no screens of the house',
      { submit: { goto: 'gate_select' } },
      ['There is no screen "gate_select"'],
    ],
    ['has each route once', { route: '/wifi' }, ['is already in catalogue/local/screens/']],
  ])('it %s', (_what, changes, expected) => {
    const said = local(saidOf('local/screens/extra.json', screen(changes)))
    expect(said).toHaveLength(expected.length)
    for (const [at, text] of expected.entries()) expect(said[at]).toContain(text)
  })

  test('the house has none of its calls', () => {
    const said = saidOf('screens/account/extra.json', screen({ form: 'login' }))
    expect(said.join('\n')).toContain('There is no operation "setWifiNetwork"')
  })

  test('a field can only be needless by another field of its schema', () => {
    const said = saidOf('local/forms/extra.json', {
      schema: 'entities/wifi-choice.json',
      groups: [['ssid', 'password']],
      fields: { password: { unless: { field: 'encyption', is: ['none'] } } },
    })
    expect(local(said)).toEqual([expect.stringContaining('The schema has no field "encyption"')])
  })
})

describe('spec 1 §6 the list of permissions', () => {
  const list = (permission: object, granted: readonly string[] = ['one']) => ({
    everybody: { commands: [], operations: [] },
    permissions: { one: { commands: [], operations: [], ...permission } },
    subroles: { viewer: granted },
  })
  // 1.6-003
  test.each<[string, object, string]>([
    ['an operation', list({ operations: ['renameGatewai'] }), 'There is no operation "renameGatewai"'],
    ['a command', list({ commands: ['set_name'] }), 'There is no command "set_name"'],
    ['a permission', list({}, ['two']), 'There is no permission "two"'],
  ])('names %s that is not there', (_what, content, message) => {
    // Conditions elsewhere name sub-roles that this list lacks.
    const said = saidOf('permissions.json', content).filter((line) => line.includes('/permissions.json:'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(message)
  })
})
