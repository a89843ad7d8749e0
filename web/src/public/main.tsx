import { start } from '../app/start.tsx'
import { publicApp } from './app.tsx'

void start(publicApp)
