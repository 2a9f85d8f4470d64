import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// jsdom lays nothing out, so there is nowhere to scroll.
Element.prototype.scrollIntoView ??= () => {}
