import { operations } from '../operations.ts'
import { standsHostileInput } from './hostile-input.ts'

standsHostileInput(operations.filter(({ method, policy }) => method !== 'GET' && policy === 'admin'))
