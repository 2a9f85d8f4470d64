import { lazyPart } from '../../../lazy-part.ts'
import { defineCell } from '../../cell.ts'

/** Few pages have it: its code comes with the first of them. */
const Parameters = lazyPart(() => import('../../Parameters.tsx'), [])

export default defineCell({ kind: 'parameters', card: 'line', Component: Parameters })
