import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Breakable } from './Breakable.tsx'

test.each([
  ['alessia.huerlimann.227@gatehouse.test', 'alessia.huerlimann.227@|gatehouse.test'],
  [
    'bartholomaeus-maximilian.hinterpfefferkornberger@oberdonau-gesellschaft.example.ch',
    'bartholomaeus-|maximilian.|hinterpfefferkornberger@|oberdonau-|gesellschaft.|example.|ch',
  ],
  ['https://gatehouse.example/accounts/4711', 'https://|gatehouse.example/|accounts/|4711'],
  ['Çağrı.Yıldız@österreich.example', 'Çağrı.Yıldız@|österreich.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['Lampe in der Stube', 'Lampe in der Stube'],
  ['', ''],
])('an address breaks where it is parted, not in the midst of a word: %s', (text, lines) => {
  const { container } = render(<Breakable text={text} />)
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(lines)
  // Whoever copies it has nothing else.
  expect(container.textContent).toBe(text)
})
