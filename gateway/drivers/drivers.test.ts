import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { help, readOptions } from '#gateway/node/options.ts'
import { variables } from '#server/config/variables.ts'
import { drivers } from './drivers.ts'

/** What drivers share, and the one that speaks with nothing. */
const others = ['shared', 'virtual']

test('every folder of a driver declares it, and stands in the list', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(drivers.map(({ name }) => name).toSorted()).toEqual(
    folders.map(({ name }) => name).filter((name) => !others.includes(name)),
  )
})

test('no two variables, gateways or options of drivers are called the same, nor as those of the process', () => {
  const once = (names: readonly string[]) => expect(new Set(names).size).toBe(names.length)
  once(variables.map(({ name }) => name))
  once(drivers.map(({ gateway }) => gateway.serialNumber))
  once([...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option = '']) => option))
})

test.each(drivers)('$name is chosen by its name and given its topic by its option', ({ name, option }) => {
  const begun = ['--broker', 'mqtt://127.0.0.1', '--serial', 'S1', '--secret', 'x', '--driver', name]
  expect(readOptions([...begun, `--${option.name}`, 'some/topic'], {})).toMatchObject({
    drivers: [name],
    topics: { [name]: 'some/topic' },
  })
})

test.each(drivers)('$name can be loaded', async (driver) => {
  expect(await driver.load()).toBeTypeOf('function')
})
