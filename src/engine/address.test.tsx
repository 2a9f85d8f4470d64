import { act, render, screen } from '@testing-library/react'
import { startTransition } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useAddress } from './address.ts'

type Address = ReturnType<typeof useAddress>

let first: Address
let held: Address | undefined
let back: () => void

function Page() {
  first = useAddress()
  held ??= first
  const navigate = useNavigate()
  back = () => void navigate(-1)
  return <output>{useLocation().search}</output>
}

const shown = (): string => screen.getByRole('status').textContent

beforeEach(() => {
  held = undefined
  render(
    <MemoryRouter initialEntries={['/page?keep=1']}>
      <Page />
    </MemoryRouter>,
  )
})

test('of two changes before the page is drawn again neither takes the other back', () => {
  act(() => {
    first[1]({ compare: '0' })
    first[1]({ section: 'more' })
  })
  expect(shown()).toBe('?keep=1&compare=0&section=more')
})

test('a change that was held since an earlier page begins with what is drawn now', () => {
  act(() => first[1]({ page: '2' }))
  act(() => held?.[1]({ open: undefined, q: 'x' }))
  expect(shown()).toBe('?keep=1&page=2&q=x')
})

test('undefined takes a name away, a list stands one after another, and what is there can be asked for', () => {
  act(() => first[1]({ v: ['a', 'b'] }))
  expect(first[0].getAll('v')).toEqual(['a', 'b'])
  act(() => first[1]((now) => Object.fromEntries([...now.keys()].map((name) => [name, undefined]))))
  expect(shown()).toBe('')
})

test('what is pushed is a step of its own, and Back brings what stood there', () => {
  act(() => first[1]({ page: '2' }, 'push'))
  act(() => startTransition(() => first[1]({ sort: 'name' })))
  expect(shown()).toBe('?keep=1&page=2&sort=name')
  act(() => back())
  expect(shown()).toBe('?keep=1')
  act(() => first[1]({ sort: 'room' }))
  expect(shown()).toBe('?keep=1&sort=room')
})
