import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from '#gateway/generated/commands.ts'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { changing, params } from '#schemas/generated/validate-commands.js'
import { commands } from './commands.ts'

const ofServer = new Set(
  Object.entries(asyncapi.components.messages).flatMap(([name, one]) =>
    'x-answered-by' in one ? [name] : [],
  ),
)

test('whatever stands in a folder of commands is found, and nothing else', () => {
  const files = globSync('gateway/core/*/commands/*.ts', { exclude: ['**/*.test.ts'] })
  expect(modules).toHaveLength(files.length)
})

test('a command is answered in one place', () => {
  const names = modules.flatMap((file) => Object.values(file).map(({ name }) => name))
  expect(names.toSorted()).toEqual(
    Object.keys(params)
      .filter((name) => !ofServer.has(name))
      .toSorted(),
  )
  expect(Object.values(commands).map(({ name }) => name)).toEqual(Object.keys(commands))
})

test('what changes something is a command, or answered by the server', () => {
  expect([...changing].filter((name) => !Object.hasOwn(commands, name) && !ofServer.has(name))).toEqual([])
})
