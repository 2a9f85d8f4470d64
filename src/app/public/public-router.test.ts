import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { returnPath } from '../guard/return-path.ts'
import { inputsAt, publicPlace, publicRouter, takeAddress } from './public-router.ts'

const at = (address: string): void => history.replaceState(null, '', address)
const shown = (): string => location.pathname + location.search

beforeEach(() => {
  publicRouter.forget()
  returnPath.remember('/')
})
afterEach(() => {
  vi.restoreAllMocks()
  at('/')
})

describe('A-07 what an address carries', () => {
  // 1.2-028
  test.each([
    ['/resetPassword/abc', '/resetPassword', { hash: 'abc' }],
    ['/resetPassword/abc?lang=ch_EN', '/resetPassword', { hash: 'abc', lang: 'ch_EN' }],
    ['/resetPin/hash/abc', '/resetPin/hash', { resetHash: 'abc' }],
    ['/activate/abc', '/activate', { activationToken: 'abc' }],
    ['/activation_confirm/abc', '/activation_confirm', { activationToken: 'abc' }],
    ['/privacy_policy?ident=a&sec=b&url=%2Fagb', '/privacy_policy', { ident: 'a', sec: 'b', url: '/agb' }],
    [
      '/accept_privacy_and_tos?identity=a&secret=b&other=c',
      '/accept_privacy_and_tos',
      { identity: 'a', secret: 'b' },
    ],
    ['/hashloginredirect?username=a&token=b', '/hashloginredirect', { username: 'a', token: 'b' }],
    // 1.2-027
    [
      '/login-failed?state=a&session_state=b&code=c&access_token=d&error_msg=e',
      '/login-failed',
      { state: 'a', session_state: 'b', code: 'c', access_token: 'd', error_msg: 'e' },
    ],
    ['/ssoredirect?code=a&state=b', '/ssoredirect', { code: 'a', state: 'b' }],
  ])('%s leaves %s in the address and the rest in memory', (address, left, params) => {
    at(address)
    expect(publicRouter.arrive()?.params).toEqual(params)
    expect(shown()).toBe(left)
  })

  test('what is no secret stays, so that the page can be loaded again', () => {
    at('/qr-code?code=abc')
    expect(publicRouter.arrive()?.params).toEqual({ code: 'abc' })
    expect(shown()).toBe('/qr-code?code=abc')
  })

  test('with a session the house finds it in memory, at that screen alone', () => {
    at('/resetPin/hash/abc?lang=ch_EN')
    takeAddress()
    expect(shown()).toBe('/resetPin/hash')
    const screen = publicPlace(new URL('/resetPin/hash/x', location.href))?.place.screen
    if (!screen) throw new Error('There is no screen resetPin')
    expect(inputsAt(screen.address, location)).toEqual({ resetHash: 'abc', lang: 'ch_EN' })
    expect(inputsAt(screen.address, { pathname: '/agb', search: '' })).toEqual({})
  })

  test('going on within the page hands secrets over in memory', () => {
    at('/login')
    publicRouter.arrive()
    publicRouter.go('/accept_privacy_and_tos?identity=a&secret=b')
    expect(shown()).toBe('/accept_privacy_and_tos')
    expect(publicRouter.current()?.params).toEqual({ identity: 'a', secret: 'b' })
    publicRouter.forget()
    expect(publicRouter.current()).toBeUndefined()
  })
})

describe('where a visitor comes to', () => {
  // 1.2-105
  test('an address of the house leads to sign-in and is remembered', () => {
    at('/devices/quick_controls?x=1')
    expect(publicRouter.arrive()?.screen.id).toBe('login')
    expect(shown()).toBe('/login')
    expect(returnPath.previous).toBe('/devices/quick_controls?x=1')
  })

  // 1.4-065
  test.each(['/activate', '/activation_confirm', '/resetPassword', '/'])(
    '%s, whose token is missing, counts as the root: nothing is remembered',
    (address) => {
      at(address)
      expect(publicRouter.arrive()?.screen.id).toBe('login')
      expect(returnPath.previous).toBe('/')
    },
  )

  test('arriving twice at the same address says nothing new', () => {
    at('/activate/abc')
    const first = publicRouter.arrive()
    expect(publicRouter.arrive()).toBe(first)
  })
})
