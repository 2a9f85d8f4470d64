import { operations } from '../operations.ts'
import { standsHostileInput } from './hostile-input.ts'

standsHostileInput(operations.filter(({ method }) => method === 'GET'))
