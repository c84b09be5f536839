#!/usr/bin/python3
"""A window of the given width and height that is a WebKit view and nothing else, for WebKitWebDriver."""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = int(sys.argv[1]), int(sys.argv[2])

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
settings.set_javascript_can_open_windows_automatically(False)


def show(view, width, height):
    window = Gtk.Window()
    window.set_decorated(False)
    window.add(view)
    view.set_size_request(1, 1)
    window.set_default_size(width, height)
    view.connect("close", lambda _: window.destroy())
    view.connect("web-process-terminated", lambda _, reason: print("CRASH", reason, flush=True))
    view.connect("create", pop_up)
    window.show_all()


def pop_up(opener, _action):
    view = WebKit2.WebView.new_with_related_view(opener)
    view.connect("ready-to-show", lambda ready: show(ready, 480, 760))
    return view


def first_view(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    show(view, WIDTH, HEIGHT)
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("window")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", first_view)


context.connect("automation-started", started)
Gtk.main()
