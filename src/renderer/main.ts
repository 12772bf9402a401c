import { mount } from 'svelte';
import App from './App.svelte';
import { guardDoubleClicks } from './ui/double-click.ts';
import './ui/tokens.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
guardDoubleClicks(window);
mount(App, { target });
