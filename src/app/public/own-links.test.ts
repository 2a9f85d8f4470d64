import { describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { resources } from '#data/catalogue.ts'
import { hrefOf } from '#engine/href.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { publicPlace } from './public-router.ts'

interface Way {
  by: string
  to: Screen
  /** What it passes on, each value as telling as its name. */
  params: Record<string, string>
}

const screenNamed = (id: string): Screen => {
  const screen = screens.get(id)
  if (!screen) throw new Error(`There is no screen ${id}`)
  return screen
}

/** Every way from screen to screen that the catalogue knows, wherever it stands in a definition. */
function waysIn(definition: unknown, by: string): Way[] {
  if (typeof definition !== 'object' || definition === null) return []
  const here: Way[] =
    'goto' in definition && typeof definition.goto === 'string'
      ? [
          {
            by,
            to: screenNamed(definition.goto),
            params: valuesOf('params' in definition && definition.params),
          },
        ]
      : []
  return [...here, ...Object.entries(definition).flatMap(([name, part]) => waysIn(part, `${by} ${name}`))]
}

const valuesOf = (params: unknown): Record<string, string> =>
  Object.fromEntries(Object.keys(params || {}).map((name) => [name, `value-of-${name}`]))

const ways = [...screens.values(), ...resources.values()].flatMap((one) =>
  waysIn(one, 'id' in one ? String(one.id) : 'resource'),
)

// 1.2-031
describe('A-07 links that the product itself makes carry no secret in the URL', () => {
  test('whatever a screen that takes secrets is given on the way leaves nothing in the address', () => {
    const given = ways.filter(({ to, params }) => to.access?.public && Object.keys(params).length > 0)
    expect(given.map(({ by }) => by)).toContain('privacy_policy actions toAcceptance')
    for (const { by, to, params } of given) {
      const { shown } = publicPlace(new URL(hrefOf(to, params), location.href)) ?? {}
      for (const value of Object.values(params)) expect(shown, by).not.toContain(value)
    }
  })

  test('a screen behind the sign-in takes nothing from its address that lets anybody in', () => {
    const secret = /secret|password|token|hash|otp|^code$|^sec$|^pin$|session/i
    for (const { by, to, params } of ways)
      if (!to.access?.public)
        expect(
          Object.keys(params).filter((name) => secret.test(name)),
          by,
        ).toEqual([])
    for (const screen of screens.values()) {
      const inputs = 'address' in screen ? (screen.address?.query ?? []) : []
      if (!screen.access?.public)
        expect(
          inputs.filter((name) => secret.test(name)),
          screen.id,
        ).toEqual([])
    }
  })

  test('a public screen whose address may hold a secret gives it up', () => {
    for (const screen of screens.values()) {
      if (!screen.access?.public || !('address' in screen)) continue
      const inputs = screen.address?.query ?? []
      if (inputs.some((name) => /secret|token|^sec$|state/.test(name)))
        expect(screen.address?.secret, screen.id).toBe(true)
    }
  })
})
