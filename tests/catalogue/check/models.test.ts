import { describe, expect, test } from 'vitest'
import type { PropertyTypeRules } from '#schemas/generated/definitions/rules-property-types.ts'
import { readJson } from '../kit.ts'
import { checkedProject, file, model } from './kit.ts'

const project = checkedProject()
const { saidOf, sayOfModel } = project

test('a property type that no widget draws yet', () => {
  const { types } = readJson('catalogue/rules/property-types.json') as PropertyTypeRules
  const without = { types: { ...types, smartmeter: { ...types.smartmeter, placeable: false } } }
  const second =
    '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "smartmeter" } }'
  project.put(file, model({ second }))
  const said = saidOf('rules/property-types.json', without)
  project.remove(file)
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
