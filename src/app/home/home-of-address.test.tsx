import { act, screen } from '@testing-library/react'
import { Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { http } from '#data/http.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { startSession } from '#session/start.ts'
import { at } from '../fake-house.ts'
import { Guard } from '../guard/Guard.tsx'
import { returnPath } from '../guard/return-path.ts'

let go: (to: string | number) => void = () => {}
function Going() {
  const navigate = useNavigate()
  go = (to) => act(() => void (typeof to === 'number' ? navigate(to) : navigate(to)))
  return null
}

const house = (
  <>
    <Going />
    <Routes>
      {[...screens.values()].map((one) => (
        <Route key={one.id} path={one.route} element={<Guard screen={one}>{one.id}</Guard>} />
      ))}
    </Routes>
  </>
)
const rich = { ...settings, modules: { ...settings.modules, scenes: true } }
const homes = [gatewayOf('A'), gatewayOf('B')]
const address = (): string | null => screen.getByLabelText('address').textContent
const current = () => session.state().gateway?.serialNumber
const enter = (gateways = homes, gateway = gateways[0]) => {
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({ settings: rich, user: userOf('users'), gateways, ...(gateway && { gateway }) })
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  act(() => session.end())
  returnPath.leave()
})

/** Pages of a home that need nothing else. */
const pages = [...screens.values()].filter(({ access }) => access?.gateway === true && !access.when)

describe.each(pages.map(({ route }) => route.replace(':id', '7')))(
  'an address of %s that names a home',
  (path) => {
    test('leads there, and Back leads there again', () => {
      enter()
      at(path, house)
      go(`${path}?home=B`)
      expect(current()).toBe('B')
      go('/manual')
      act(() => session.chooseGateway(homes[0] ?? gatewayOf('A')))
      go(-1)
      expect(current()).toBe('B')
      expect(address()).toBe(`${path}?home=B`)
    })

    test('never names another home than it shows', async () => {
      enter()
      at(`${path}?home=X`, house)
      await vi.waitFor(() => expect(address()).toBe(`${path}?home=A`))
      act(() => session.chooseGateway(gatewayOf('B')))
      await vi.waitFor(() => expect(address()).toBe(`${path}?home=B`))
    })
  },
)

describe('a thing of a home has its home in its address', () => {
  test('for whoever has several: it is added where it is missing', async () => {
    enter()
    at('/devices/device/7?section=moreInfo', house)
    await vi.waitFor(() => expect(address()).toBe('/devices/device/7?section=moreInfo&home=A'))
    expect(current()).toBe('A')
  })

  test('for whoever has one the address stays as it is', () => {
    enter([gatewayOf('A')])
    at('/devices/device/7', house)
    expect(address()).toBe('/devices/device/7')
  })

  test('an address of another home of the person leads there, also past a home that is offline', () => {
    enter([gatewayOf('A', { connectionStatus: 'offline' }), gatewayOf('B')])
    at('/scenes/scene/9?home=B', house)
    expect(current()).toBe('B')
    expect(address()).toBe('/scenes/scene/9?home=B')
    screen.getByText('scene')
  })

  test('one that is nobody’s, or somebody else’s, changes nothing', async () => {
    enter()
    at('/scenes/scene/9?home=X', house)
    expect(current()).toBe('A')
    await vi.waitFor(() => expect(address()).toBe('/scenes/scene/9?home=A'))
  })

  test('whoever chooses another home is not led back by the address: it follows', async () => {
    enter()
    at('/devices/device/7?home=A', house)
    act(() => session.chooseGateway(gatewayOf('B')))
    await vi.waitFor(() => expect(address()).toBe('/devices/device/7?home=B'))
    expect(current()).toBe('B')
  })

  test('Back leads to the home where one was', async () => {
    enter()
    at('/devices/device/7', house)
    await vi.waitFor(() => expect(address()).toBe('/devices/device/7?home=A'))
    go('/scenes/scene/9?home=B')
    expect(current()).toBe('B')
    go(-1)
    await vi.waitFor(() => expect(current()).toBe('A'))
    expect(address()).toBe('/devices/device/7?home=A')
  })
})

describe('the chosen home', () => {
  const begins = async (search = '') => {
    const answers = { listOwnGateways: { data: homes }, getProfile: userOf('users'), settings }
    vi.spyOn(http, 'call').mockImplementation(
      async (operation) => ({ status: 200, data: answers[operation as keyof typeof answers] }) as never,
    )
    await startSession(search)
    return current()
  }
  /** What the browser keeps, and a page that has just been loaded. */
  const reload = () => {
    const { credentials } = session.state()
    const [kept, tab] = [{ ...localStorage }, { ...sessionStorage }]
    session.end()
    if (!credentials) throw new Error('Nobody is signed in')
    session.signIn(credentials)
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
    for (const [key, value] of Object.entries(tab)) sessionStorage.setItem(key, String(value))
  }

  test('is the same after a reload', async () => {
    enter()
    session.chooseGateway(gatewayOf('B'))
    reload()
    expect(await begins()).toBe('B')
  })

  test('is the one of the tab, where another tab has chosen another', async () => {
    enter()
    session.chooseGateway(gatewayOf('B'))
    localStorage.setItem('gatehouse.gateway', 'A')
    reload()
    expect(await begins()).toBe('B')
  })

  test('is the last one in a new tab', async () => {
    enter()
    session.chooseGateway(gatewayOf('B'))
    reload()
    sessionStorage.clear()
    expect(await begins()).toBe('B')
  })

  test('is the one that the address names', async () => {
    enter()
    reload()
    expect(await begins('?home=B')).toBe('B')
  })

  test('is the first that is online where what was chosen is gone', async () => {
    enter()
    session.chooseGateway(gatewayOf('C'))
    reload()
    expect(await begins('?home=X')).toBe('A')
  })

  test('is nobody else’s: the next to sign in begins anew', async () => {
    enter()
    session.chooseGateway(gatewayOf('B'))
    session.end()
    session.signIn({ userId: 'u2', sessionId: 's2' })
    expect(session.rememberedGateway).toBeUndefined()
  })
})
